/**
 * A reason not to start that the person can act on: bad settings, a taken port, a folder in use. Programs print
 * the message alone and exit 2.
 */
export class StartRefused extends Error {
  readonly exitCode = 2;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartRefused';
  }
}
