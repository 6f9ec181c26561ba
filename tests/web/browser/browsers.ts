/** The browsers that the same tests drive: Chromium, and Firefox as its maker ships it. */

import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { launchFirefox } from './firefox.ts';

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

export const launch = (name: BrowserName): Promise<Driver> => (name === 'firefox' ? launchFirefox() : launchChromium());
