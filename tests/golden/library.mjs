// The library as anybody gets it: the built package by its name.

/** @returns {Promise<{ posenc: import('posenc').Posenc, presets: typeof import('posenc').presets,
 *   fromHuggingFace: typeof import('posenc').fromHuggingFace }>} */
export async function loadLibrary() {
  let module;
  try {
    module = await import('posenc');
  } catch (error) {
    throw new Error(`the package is not built (${error.code ?? error.message}): npm run build`);
  }
  const { presets, fromHuggingFace } = module;
  return { posenc: await module.createPosenc(), presets, fromHuggingFace };
}
