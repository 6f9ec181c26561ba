/** What is computed here, and why the numbers are what they are. */

import { element } from '../../dom.ts';

const notes: readonly (readonly [title: string, text: string])[] = [
  [
    'What is computed',
    'One layer of self-attention, for real: each word’s embedding, with its position where the encoding is on, ' +
      'goes through the matrices of queries, keys, values and output. Nobody has trained them: embeddings come from the ' +
      'letters of a word and matrices from a seed, by a fixed generator, so that everyone sees the same numbers.',
  ],
  [
    'Why 0, and not almost 0',
    'Without positions, attention is a sum over a set. A computer rounds each sum, and (a + b) + c may differ from ' +
      'a + (b + c) in the last bit. Here the sums are made in an order given by what is in the words’ rows, not by their ' +
      'places, so the output of a word is the same to the last bit wherever it stands.',
  ],
  [
    'Is a causal mask not enough?',
    'A decoder’s mask lets a word see only those before it, which tells it something about order, but not how far away ' +
      'they are. The layer here has no mask.',
  ],
  [
    'Three ways in',
    'The original Transformer, BERT and GPT-2 add a row to each embedding. Rotary encodings turn queries and keys in ' +
      'place of that. ALiBi, T5 and Swin add a number to the scores, and in DeBERTa’s scores distances have embeddings of ' +
      'their own. All of them break the same symmetry, and each can be chosen above. A bias that knows only distances ' +
      'leaves one: a sentence read backwards has the same distances.',
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
