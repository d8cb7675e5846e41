import { version as packageVersion } from '../package.json';

/** Of the package. */
export const version: string = packageVersion;
