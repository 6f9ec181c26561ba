export const mount = () => ({});
