/**
 * The browsers that the same tests drive: Chromium, and Firefox as its maker ships it, over WebDriver BiDi. What
 * Firefox's protocol, or the driver's use of it, has no command for is done here by the nearest that there is:
 *
 * - dark and light, reduced motion, a finger as the pointer: preferences of the running browser, set from its own scope;
 * - fingers: pointers of the type touch, which become touch events with as many points as there are fingers;
 * - a tap on a control: a click, as none comes of those touch events;
 * - a file dragged in from the desktop: events made in the page, with the file in them;
 * - downloads that come from a link: the driver wants a name for each, which is its address.
 */

import { readFileSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, firefox, type Locator, type Page } from 'playwright-core';

export type BrowserName = 'chromium' | 'firefox';

/** Places of the fingers on the screen, in CSS pixels. */
export type Fingers = readonly (readonly [number, number])[];

/** What a page is told about its reader. */
export type Reader = Pick<BrowserContextOptions, 'colorScheme' | 'reducedMotion' | 'hasTouch'>;

export interface Driver {
  readonly name: BrowserName;
  readonly browser: Browser;
  /** Tells the page about its reader, at any time. */
  tell(page: Page, reader: Reader): Promise<void>;
  /** Taps a control with a finger. */
  tap(control: Locator): Promise<void>;
  /** Puts fingers down, moves them, takes away those that are not named any more. */
  touch(page: Page): Promise<(fingers: Fingers) => Promise<void>>;
  /** Drags a file of the disk to a place of the page, and lets go. */
  drop(page: Page, path: string, x: number, y: number): Promise<void>;
}

const flags = [
  '--no-sandbox', // tests run as root in containers
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

async function launchChromium(): Promise<Driver> {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags });
  return {
    name: 'chromium',
    browser,
    tell: (page, { colorScheme = 'light', reducedMotion = 'no-preference' }) =>
      page.emulateMedia({ colorScheme, reducedMotion }),
    tap: (control) => control.tap(),
    touch: async (page) => {
      const session = await page.context().newCDPSession(page);
      let isDown = false;
      return async (fingers) => {
        const type = fingers.length === 0 ? 'touchEnd' : isDown ? 'touchMove' : 'touchStart';
        isDown = fingers.length > 0;
        const touchPoints = fingers.map(([x, y], id) => ({ x, y, id }));
        await session.send('Input.dispatchTouchEvent', { type, touchPoints });
      };
    },
    drop: async (page, path, x, y) => {
      const session = await page.context().newCDPSession(page);
      const data = { items: [], files: [path], dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
        await session.send('Input.dispatchDragEvent', { type, x, y, data });
      }
      await session.detach();
    },
  };
}

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

const schemePreference = 'layout.css.prefers-color-scheme.content-override';

async function launchFirefox(): Promise<Driver> {
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    args: ['--remote-allow-system-access'], // for the preferences
    firefoxUserPrefs: { 'privacy.reduceTimerPrecision': false }, // redraws are measured
  });
  const connection = insideOf<{ _connection: BidiConnection }>(browser)._connection;
  nameDownloads(connection);
  const { contexts } = (await connection.browserSession.send('browsingContext.getTree', { 'moz:scope': 'chrome' })) as {
    contexts: { context: string }[];
  };
  /** The command that sets preferences, whole numbers, while the browser runs. */
  const prefer = (preferences: Record<string, number>) => ({
    method: 'script.callFunction',
    params: {
      functionDeclaration: `(text) => {
        for (const [name, value] of Object.entries(JSON.parse(text))) Services.prefs.setIntPref(name, value);
      }`,
      arguments: [{ type: 'string', value: JSON.stringify(preferences) }],
      target: { context: contexts[0]?.context },
      awaitPromise: false,
    },
  });
  const schemeOf = (scheme: unknown): number => (scheme === 'dark' ? 0 : 1);

  // The driver asks for the colour scheme with a command that Firefox does not know yet.
  const send = connection.rawSend.bind(connection);
  connection.rawSend = (message) => {
    if (message.method !== 'emulation.setMediaFeaturesOverride') return send(message);
    const features = message.params.features as Record<string, unknown>;
    return send({ id: message.id, ...prefer({ [schemePreference]: schemeOf(features['prefers-color-scheme']) }) });
  };
  return {
    name: 'firefox',
    browser,
    tell: async (_, { colorScheme, reducedMotion, hasTouch = false }) => {
      const pointers = hasTouch ? 1 : 6; // coarse; fine that can hover
      const { method, params } = prefer({
        [schemePreference]: schemeOf(colorScheme),
        'ui.prefersReducedMotion': reducedMotion === 'reduce' ? 1 : 0,
        'ui.primaryPointerCapabilities': pointers,
        'ui.allPointerCapabilities': pointers,
      });
      await connection.browserSession.send(method, params);
    },
    tap: (control) => control.click(),
    touch: async (page) => {
      const session = insideOf<{ delegate: { _session: BidiSession } }>(page).delegate._session;
      let down: Fingers = [];
      return async (fingers) => {
        const actions = Array.from({ length: Math.max(down.length, fingers.length) }, (_, k) => {
          const [x, y] = fingers[k] ?? [];
          const move = x === undefined || y === undefined ? [] : [{ type: 'pointerMove', x, y }];
          const press = down[k] ? [] : [{ type: 'pointerDown', button: 0 }];
          const steps = move.length > 0 ? [...move, ...press] : [{ type: 'pointerUp', button: 0 }];
          return { type: 'pointer', id: `finger ${k}`, parameters: { pointerType: 'touch' }, actions: steps };
        });
        down = fingers;
        await session.send('input.performActions', { context: session.sessionId, actions });
      };
    },
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

export const launch = (name: BrowserName): Promise<Driver> => (name === 'firefox' ? launchFirefox() : launchChromium());
