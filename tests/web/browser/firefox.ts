/**
 * Firefox as its maker ships it, over WebDriver BiDi. What its protocol, or the driver's use of it, has no command for is
 * done here in the browser's own scope, or by the nearest that there is:
 *
 * - dark and light, reduced motion, a finger as the pointer: preferences of the running browser;
 * - fingers: touches of its window, from which the browser makes events, taps and scrolling;
 * - a file dragged in from the desktop: events made in the page, with the file in them;
 * - downloads that come from a link: the driver wants a name for each, which is its address.
 */

import { readFileSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Browser, firefox, type JSHandle, type Page } from 'playwright-core';
import type { Driver, Fingers } from './browsers.ts';

interface Command {
  readonly id: number;
  readonly method: string;
  readonly params: Record<string, unknown>;
}
interface BidiSession {
  readonly sessionId: string;
  send(method: string, params: object): Promise<Record<string, unknown>>;
}
interface Message {
  readonly method?: string;
  readonly params?: Record<string, unknown>;
}
interface BidiConnection {
  readonly browserSession: BidiSession;
  readonly _transport: { onmessage(message: Message): void };
  rawSend(message: Command): void;
}

/** Names downloads by their addresses, and gives the file of each the name that the page wanted. */
function nameDownloads({ _transport: transport }: BidiConnection): void {
  const receive = transport.onmessage.bind(transport);
  const wanted = new Map<unknown, string>();
  transport.onmessage = (message) => {
    const { method, params = {} } = message;
    if (method === 'browsingContext.downloadWillBegin') {
      wanted.set(params.url, String(params.suggestedFilename));
      params.download ??= params.url;
    } else if (method === 'browsingContext.downloadEnd') {
      params.download ??= params.url;
      const [path, name] = [params.filepath, wanted.get(params.url)];
      // A second file of a name has a number in its own.
      if (typeof path === 'string' && name) renameSync(path, join(dirname(path), name));
    }
    receive(message);
  };
}

/** The driver's own side of a browser or a page, where commands can be sent that it has no method for. */
function insideOf<T>(outside: Browser | Page): T {
  const { _connection } = outside as unknown as { _connection: { toImpl(outside: unknown): T } };
  return _connection.toImpl(outside);
}

/** Sets preferences, whole numbers. */
const setPreferences = `(preferences) => {
  for (const [name, value] of Object.entries(preferences)) Services.prefs.setIntPref(name, value);
}`;

/** Puts fingers on the screen, moves them, lifts them: places in a page, by finger. */
const touchScreen = `async ({ context, changes }) => {
  const { NavigableManager } = ChromeUtils.importESModule('chrome://remote/content/shared/NavigableManager.sys.mjs');
  const browser = NavigableManager.getBrowserById(context);
  const { windowUtils, mozInnerScreenX, mozInnerScreenY, devicePixelRatio } = browser.ownerDocument.defaultView;
  const { left, top } = browser.getBoundingClientRect();
  for (const { finger, isDown, place: [x, y] } of changes) {
    const state = isDown ? windowUtils.TOUCH_CONTACT : windowUtils.TOUCH_REMOVE;
    const onScreen = [mozInnerScreenX + left + x, mozInnerScreenY + top + y].map((at) => Math.round(at * devicePixelRatio));
    await new Promise((done) => windowUtils.sendNativeTouchPoint(finger, state, ...onScreen, 1, 90, done));
  }
}`;

/** What a page hears of fingers. */
interface Heard {
  readonly until: (fingers: Fingers) => Promise<void>;
}

/** Listens in a page. A touch belongs to what it began on, also when that has left the document. */
const listen = (page: Page): Promise<JSHandle<Heard>> =>
  page.evaluateHandle(() => {
    let now: Fingers = [];
    let look = (): void => undefined;
    const hear = ({ touches }: TouchEvent): void => {
      now = [...touches].map(({ clientX, clientY }) => [clientX, clientY] as const);
      look();
    };
    const begin = (event: TouchEvent): void => {
      for (const type of ['touchmove', 'touchend', 'touchcancel'] as const) {
        (event.target as HTMLElement).addEventListener(type, hear, { passive: true });
      }
      hear(event);
    };
    addEventListener('touchstart', begin, { capture: true, passive: true });
    const until = (fingers: Fingers) =>
      new Promise<void>((done) => {
        look = () => {
          const isAt = ([x, y]: readonly [number, number]): boolean =>
            now.some(([toX, toY]) => Math.abs(toX - x) <= 1 && Math.abs(toY - y) <= 1);
          if (now.length === fingers.length && fingers.every(isAt)) done();
        };
        look();
      });
    return { until };
  });

const schemePreference = 'layout.css.prefers-color-scheme.content-override';

export async function launchFirefox(): Promise<Driver> {
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    args: ['--remote-allow-system-access'], // for its own scope
    // The largest page of the tests: on a smaller screen, fingers would not reach all of it.
    env: { ...process.env, MOZ_HEADLESS_WIDTH: '1600', MOZ_HEADLESS_HEIGHT: '1200' },
    firefoxUserPrefs: {
      'privacy.reduceTimerPrecision': false, // redraws are measured
      'browser.download.alwaysOpenPanel': false, // the browser's own list of downloads would take the keyboard away
    },
  });
  const connection = insideOf<{ _connection: BidiConnection }>(browser)._connection;
  nameDownloads(connection);
  const { contexts } = (await connection.browserSession.send('browsingContext.getTree', { 'moz:scope': 'chrome' })) as {
    contexts: { context: string }[];
  };
  /** The command that calls a function in the browser's own scope. */
  const ownCall = (functionDeclaration: string, argument: object) => ({
    method: 'script.callFunction',
    params: {
      functionDeclaration: `(text) => (${functionDeclaration})(JSON.parse(text))`,
      arguments: [{ type: 'string', value: JSON.stringify(argument) }],
      target: { context: contexts[0]?.context },
      awaitPromise: true,
    },
  });
  const call = async (functionDeclaration: string, argument: object): Promise<void> => {
    const { method, params } = ownCall(functionDeclaration, argument);
    const { exceptionDetails } = await connection.browserSession.send(method, params);
    if (exceptionDetails) throw new Error((exceptionDetails as { text: string }).text);
  };
  const schemeOf = (scheme: unknown): number => (scheme === 'dark' ? 0 : 1);

  // The driver asks for the colour scheme with a command that Firefox does not know yet.
  const send = connection.rawSend.bind(connection);
  connection.rawSend = (message) => {
    if (message.method !== 'emulation.setMediaFeaturesOverride') return send(message);
    const features = message.params.features as Record<string, unknown>;
    return send({
      id: message.id,
      ...ownCall(setPreferences, { [schemePreference]: schemeOf(features['prefers-color-scheme']) }),
    });
  };
  const touch = async (page: Page) => {
    const context = insideOf<{ delegate: { _session: BidiSession } }>(page).delegate._session.sessionId;
    const heard = await listen(page);
    let down: Fingers = [];
    return async (fingers: Fingers): Promise<void> => {
      const changes = Array.from({ length: Math.max(down.length, fingers.length) }, (_, finger) => ({
        finger,
        isDown: finger < fingers.length,
        place: fingers[finger] ?? down[finger],
      }));
      down = fingers;
      await call(touchScreen, { context, changes });
      await heard.evaluate(({ until }, places) => until(places), fingers);
    };
  };
  return {
    name: 'firefox',
    browser,
    tell: async (_, { colorScheme, reducedMotion, hasTouch = false }) => {
      const pointers = hasTouch ? 1 : 6; // coarse; fine that can hover
      await call(setPreferences, {
        [schemePreference]: schemeOf(colorScheme),
        'ui.prefersReducedMotion': reducedMotion === 'reduce' ? 1 : 0,
        'ui.primaryPointerCapabilities': pointers,
        'ui.allPointerCapabilities': pointers,
      });
    },
    tap: async (control) => {
      await control.tap({ trial: true }); // when it can be tapped, and in view
      const box = await control.boundingBox();
      if (!box) throw new Error('nothing to tap');
      const clicked = await control.evaluateHandle((node) => ({
        promise: new Promise<void>((done) => node.addEventListener('click', () => done(), { once: true })),
      }));
      const put = await touch(control.page());
      await put([[box.x + box.width / 2, box.y + box.height / 2]]);
      await put([]);
      await clicked.evaluate(({ promise }) => promise);
    },
    touch,
    drop: (page, path, x, y) =>
      page.evaluate(
        ({ name, base64, place: [clientX, clientY] }) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
          const init = { dataTransfer, clientX, clientY, bubbles: true, cancelable: true };
          for (const type of ['dragenter', 'dragover', 'drop']) {
            document.elementFromPoint(clientX, clientY)?.dispatchEvent(new DragEvent(type, init));
          }
        },
        { name: basename(path), base64: readFileSync(path).toString('base64'), place: [x, y] as const },
      ),
  };
}
