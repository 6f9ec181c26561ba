/** A place for the reader's own data: dropped, chosen or pasted. What is wrong with it is said beside it. */

import { element } from './dom.ts';
import type { Scope } from './scope.ts';

export interface DropOptions {
  /** What may come, in a sentence. */
  readonly invitation: string;
  /** Of the field that takes pasted text. */
  readonly textLabel: string;
  readonly placeholder?: string;
  /** Endings of files: '.npy,.csv'. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
  readonly onText: (text: string) => void;
}

export interface Drop {
  readonly root: HTMLElement;
  readonly text: HTMLTextAreaElement;
  /** Says what is wrong; '' takes it away. */
  readonly complain: (sentence: string) => void;
}

/** Text that is typed is read when the reader pauses. */
const pause = 400;

export function createDrop(scope: Scope, options: DropOptions): Drop {
  const { invitation, textLabel, placeholder = '', accept, onFile, onText } = options;
  const file = element('input', { type: 'file', accept, class: 'hidden', tabindex: -1, 'aria-label': 'File' });
  const choose = element('button', { type: 'button' }, 'Choose a file');
  const error = element('p', { class: 'error', id: 'drop-error', role: 'alert' });
  const text = element('textarea', {
    id: 'drop-text',
    rows: 5,
    spellcheck: 'false',
    autocomplete: 'off',
    placeholder,
    'aria-describedby': 'drop-error',
  });
  const root = element(
    'div',
    { class: 'drop' },
    element('div', { class: 'drop-file' }, element('p', {}, invitation), choose, file),
    element('div', { class: 'drop-text' }, element('label', { for: 'drop-text' }, textLabel), text),
    error,
  );
  const take = (files: FileList | undefined): boolean => {
    const [first] = files ?? [];
    if (first) onFile(first);
    return first !== undefined;
  };

  scope.listen(choose, 'click', () => file.click());
  scope.listen(file, 'change', () => {
    take(file.files ?? undefined);
    // The same file may be chosen again after it was changed.
    file.value = '';
  });
  // A file that misses the place would replace the page; so the whole window is the place.
  scope.listen<DragEvent>(window, 'dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    root.classList.add('over-drop');
  });
  scope.listen<DragEvent>(window, 'dragleave', (event) => {
    if (event.relatedTarget === null) root.classList.remove('over-drop');
  });
  scope.listen<DragEvent>(window, 'drop', (event) => {
    root.classList.remove('over-drop');
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    take(event.dataTransfer.files);
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  scope.onEnd(() => clearTimeout(timer));
  const read = (): void => {
    clearTimeout(timer);
    onText(text.value);
  };
  scope.listen<ClipboardEvent>(document, 'paste', (event) => {
    if (take(event.clipboardData?.files)) {
      event.preventDefault();
      return;
    }
    const isElsewhere = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    if (isElsewhere || pasted === '') return;
    event.preventDefault();
    text.value = pasted;
    read();
  });
  scope.listen(text, 'input', (event) => {
    clearTimeout(timer);
    timer = setTimeout(read, (event as InputEvent).inputType === 'insertFromPaste' ? 0 : pause);
  });
  return {
    root,
    text,
    complain: (sentence) => {
      error.textContent = sentence;
      text.setAttribute('aria-invalid', String(sentence !== ''));
    },
  };
}
