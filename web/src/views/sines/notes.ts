/** Answers to what readers of the paper and of its ports ask again and again. */

import { element } from '../../dom.ts';

const notes: readonly (readonly [title: string, text: string])[] = [
  [
    'What does one dimension mean?',
    'Nothing by itself. A pair of them, a sine and a cosine of one frequency, is a hand on a dial; all hands together say ' +
      'the position, as the hands of a clock say the time. A sine alone does not tell which way it goes, and could not be turned.',
  ],
  [
    'Why is a shift linear?',
    'Because sin(a + b) = sin a · cos b + cos a · sin b: at a fixed distance b, both functions of the new angle are sums of ' +
      'both functions of the old one, with weights that do not contain a.',
  ],
  [
    'Is it 2i or i?',
    'Pair i has the exponent 2i / d, where i counts pairs. Code whose loop counts columns already has 2i in its hand: writing ' +
      '2i once more makes every frequency after the first pair’s too small.',
  ],
  [
    'Learned or sines in this model?',
    'The original Transformer and Whisper’s encoder have sinusoids. BERT, GPT-2 and nanoGPT learn a table: theirs ends at the ' +
      'length they were trained with. Most newer models rotate queries and keys by the very angles shown here.',
  ],
  [
    'Does it really work past the training length?',
    'The rows do: they are there, of the same size, and their products depend on distance as before. Whether the layers ' +
      'above can use angles that training never showed them is another question, and mostly they cannot: hence the scalings of RoPE.',
  ],
  [
    'Why not divide by the length?',
    'In “I like playing tennis on Sunday”, “tennis” stands at 3 / 5 = 0.6. Without the last two words it stands at 3 / 3 = 1: ' +
      'the same word, at the same place, has another code, and the next word is no fixed step away.',
  ],
];

export function mountNotes(host: HTMLElement): void {
  host.append(
    element(
      'div',
      { class: 'notes' },
      ...notes.map(([title, text]) => element('section', {}, element('h2', {}, title), element('p', {}, text))),
    ),
  );
}
