/** posenc.wasm in base64, made by build.mjs. */
export declare const base64: string;
