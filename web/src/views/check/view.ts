/** Check my own: the reader's table and the nearest convention, or the reader's config.json. */

import { computed, signal } from '@preact/signals-core';
import { element } from '../../dom.ts';
import { createDrop } from '../../drop.ts';
import { optionControl, optionField } from '../../option-controls.ts';
import type { Scope } from '../../scope.ts';
import type { Mount, ViewContext } from '../../view.ts';
import { describeConfig, llamaConfig } from './config.ts';
import { mountDescription } from './description.ts';
import { check } from './entry.ts';
import { mountReport, type Report } from './report.ts';
import type { Replies, Reply, Request } from './worker.ts';
import './view.css';

const mostConfig = 4 * 2 ** 20;

/** Asks the worker one thing after another; what is asked of an older file is forgotten. */
function createAsk(scope: Scope) {
  let worker: Worker | undefined;
  let refuse: (reason: Error) => void = () => undefined;
  const stop = (): void => {
    worker?.terminate();
    worker = undefined;
    refuse(new DOMException('Another file is read.', 'AbortError') as Error);
  };
  scope.onEnd(stop);
  function ask<K extends keyof Replies>(_kind: K, request: Request): Promise<Replies[K]> {
    worker ??= new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    const here = worker;
    return new Promise((resolve, reject) => {
      refuse = reject;
      here.onmessage = ({ data }: MessageEvent<Reply>) => {
        if ('problem' in data) reject(new RangeError(data.problem));
        else resolve(data.result as Replies[K]);
      };
      here.onerror = (event) => reject(new Error(event.message || 'The file could not be read.'));
      here.postMessage(request);
    });
  }
  return { ask, stop };
}

export type Ask = ReturnType<typeof createAsk>['ask'];

const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

export const mount: Mount = (host, context: ViewContext) => {
  const { scope, option, set, announce } = context;
  // The class of its own name is that of check boxes.
  host.classList.remove('check');
  const { ask, stop } = createAsk(scope);
  const result = element('div', { class: 'check-result', 'aria-busy': 'false' });
  let inner = scope.inner();
  let report: Report | undefined;
  const busy = signal(false);
  scope.effect(() => result.setAttribute('aria-busy', String(busy.value)));

  const begin = (): Scope => {
    stop();
    inner.end();
    inner = scope.inner();
    report = undefined;
    drop.complain('');
    result.replaceChildren();
    return inner;
  };
  const fail = (error: unknown): void => {
    if (isAborted(error)) return;
    result.replaceChildren();
    drop.complain(error instanceof Error ? error.message : String(error));
  };
  async function openTable(name: string, request: Request): Promise<void> {
    const own = begin();
    busy.value = true;
    result.replaceChildren(element('p', { class: 'note', role: 'status' }, `Reading ${name} …`));
    try {
      const tensors = await ask('open', request);
      result.replaceChildren();
      report = mountReport(result, { ...context, scope: own }, { name, tensors, ask, complain: drop.complain });
      await report.ready;
    } catch (error) {
      if (own === inner) fail(error);
    } finally {
      if (own === inner) busy.value = false;
    }
  }
  function openConfig(text: string): void {
    const own = begin();
    try {
      mountDescription(result, { ...context, scope: own }, describeConfig(text));
      announce('The config is read.');
    } catch (error) {
      fail(error);
    }
  }
  const own = (): void => set({ 'check.example': null });
  async function openFile(file: File): Promise<void> {
    own();
    drop.text.value = '';
    const start = await file.slice(0, 1024).text();
    // Lists of JSON are tables.
    const isConfig =
      start.trimStart().startsWith('{') || (/\.json$/i.test(file.name) && !start.trimStart().startsWith('['));
    if (!isConfig) await openTable(file.name, { open: file, name: file.name });
    else if (file.size <= mostConfig) openConfig(await file.text());
    else fail(new RangeError('This JSON is too large to be a config.json.'));
  }
  function openText(text: string): void {
    own();
    if (text.trim() === '') begin();
    else if (text.trimStart().startsWith('{')) openConfig(text);
    else void openTable('Pasted table', { open: new Blob([text]), name: 'pasted.csv' });
  }

  const drop = createDrop(scope, {
    invitation: 'Drop a .npy, .safetensors, CSV or config.json here, or',
    textLabel: 'Or paste numbers, or the text of a config.json',
    placeholder: '0, 1, 0, 1\n0.841471, 0.540302, 0.01, 0.99995',
    accept: '.npy,.safetensors,.csv,.tsv,.txt,.json',
    onFile: (file) => void openFile(file).catch(fail),
    onText: openText,
  });
  host.append(drop.root, optionControl(context, optionField(check, 'check.example')).root, result);

  const example = computed(() => option<string>('check.example'));
  scope.effect(() => {
    const id = example.value;
    if (id === 'none') return;
    drop.text.value = id === 'llama' ? llamaConfig : '';
    // What is mounted reads signals of its own, in effects of its own.
    queueMicrotask(() => {
      if (id === 'llama') openConfig(llamaConfig);
      else void openTable('The example', { example: id });
    });
  });
  return { saves: () => report?.saves() ?? [] };
};
