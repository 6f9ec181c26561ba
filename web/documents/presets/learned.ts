import type { Fact, Group } from './fact.ts';

const model = (name: string, row: string, file: string, named: string, calls: readonly string[] = ['']): Fact => ({
  name,
  formula: [['position p', row]],
  source: { project: 'huggingface/transformers', file: `src/transformers/models/${file}`, function: named },
  calls,
});

export const learned: Group = {
  id: 'learned',
  title: 'Learned tables',
  facts: [
    model('bert', 'row p', 'bert/modeling_bert.py', 'position_embeddings'),
    model('gpt2', 'row p', 'gpt2/modeling_gpt2.py', 'wpe'),
    model('roberta', 'row p + padding + 1', 'roberta/modeling_roberta.py', 'position_embeddings'),
    model('opt', 'row p + 2', 'opt/modeling_opt.py', 'embed_positions'),
    model('bart', 'row p + 2', 'bart/modeling_bart.py', 'embed_positions'),
    {
      name: 'vit',
      formula: [
        ['prefix', 'rows 0 … prefix − 1'],
        ['patch (y, x)', 'row prefix + y · columns + x'],
      ],
      source: {
        project: 'huggingface/pytorch-image-models',
        file: 'timm/models/vision_transformer.py',
        function: 'pos_embed',
      },
      calls: ['', '384, [14, 7], { prefix: 2 }'],
    },
  ],
};
