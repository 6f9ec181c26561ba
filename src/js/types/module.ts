/** What runs. */
export interface Info {
  readonly version: string;
  readonly simd: boolean;
  /** Bytes of WebAssembly memory: fixed. */
  readonly memoryBytes: number;
}

/** WebAssembly as bytes; a Buffer of Node is a view too. */
export type Bytes = ArrayBufferLike | ArrayBufferView;

/** Where posenc.wasm comes from: its URL, a response of `fetch`, its bytes, or the compiled module. */
export type Source = URL | string | Response | Bytes | (WebAssembly.Module & object);
