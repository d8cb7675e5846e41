/**
 * The few platform names the pure core may use: those that browsers, workers and Node all have and that
 * read neither clock, network nor random. Everything else comes in through a port, so a use of it here is
 * a type error (`tsc -p shared`). The app and server projects leave this file out and use their own libs.
 */
declare class TextEncoder {
  encode(input?: string): Uint8Array;
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array, options?: { stream?: boolean }): string;
}
declare function structuredClone<T>(value: T): T;
declare function atob(data: string): string;
declare function btoa(data: string): string;

interface AbortSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

/** The text of a file, put in at build time. */
declare module '*?raw' {
  const text: string;
  export default text;
}
