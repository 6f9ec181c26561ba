/** What a Hugging Face config.json describes, as encodings that the page can show. */

import { type BiasEncoding, type Encoding, fromHuggingFace } from 'posenc';
import type { RowsAsked } from '../../take.ts';

export interface Described {
  /** 'llama', or '' where the config does not say. */
  readonly model: string;
  readonly layers: readonly {
    readonly name: string;
    readonly encoding: Encoding | BiasEncoding;
    readonly rows: RowsAsked;
  }[];
}

const layerNames: Record<string, string> = {
  default: 'All layers',
  full_attention: 'Layers with full attention',
  sliding_attention: 'Layers with a sliding window',
  encoder: 'Encoder',
  decoder: 'Decoder',
  text: 'Text',
  vision: 'Vision',
  bias: 'Bias of attention',
  distance: 'Rows by distance of query and key',
};

type Config = Record<string, unknown>;

/** The first field that is a number above 0, also in the part of a model that has words. */
function numberOf(config: Config, ...names: string[]): number | undefined {
  const parts = [config, config.text_config, config.llm_config, config.vision_config] as (Config | undefined)[];
  for (const name of names) {
    for (const part of parts) {
      const value = part?.[name];
      if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
    }
  }
  return undefined;
}

function rowsOf(config: Config, encoding: Encoding | BiasEncoding): RowsAsked {
  if (encoding.kind === 'learned') return { length: encoding.length - Math.max(0, encoding.origin ?? 0) };
  if (encoding.kind === 'grid' || encoding.kind === 'fourier') {
    const [image, patch] = [numberOf(config, 'image_size') ?? 224, numberOf(config, 'patch_size') ?? 16];
    const side = Math.max(1, Math.floor(image / patch));
    const axes = encoding.kind === 'grid' ? encoding.axes.length : encoding.axes;
    return { cells: [...(axes > 2 ? [1] : []), side, side] };
  }
  const length =
    numberOf(config, 'max_position_embeddings', 'n_positions', 'max_source_positions', 'max_seq_len', 'seq_length') ??
    2048;
  const isBias = encoding.kind !== undefined && encoding.kind !== 'sinusoid';
  // A bias has a value for each two positions.
  return { length: isBias ? Math.min(length, 512) : length };
}

/** @throws an Error whose message is a sentence for the reader */
export function describeConfig(text: string): Described {
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch (error) {
    throw new RangeError(`This begins like a config.json, but it is no JSON: ${(error as Error).message}.`);
  }
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    throw new RangeError('A config.json is an object in braces.');
  }
  const found = fromHuggingFace(config);
  const model = String((config as Config).model_type ?? '');
  const layers = Object.entries(found ?? {}).map(([name, encoding]) => ({
    name: layerNames[name] ?? name,
    encoding,
    rows: rowsOf(config as Config, encoding),
  }));
  return { model, layers };
}

/** The fields of Llama 3.1 8B's published config.json that positions depend on. */
export const llamaConfig = `{
  "model_type": "llama",
  "hidden_size": 4096,
  "num_attention_heads": 32,
  "max_position_embeddings": 131072,
  "rope_theta": 500000.0,
  "rope_scaling": {
    "rope_type": "llama3",
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 8192
  }
}`;
