/** The package's version, from package.json by build.mjs. */
export declare const version: string;
