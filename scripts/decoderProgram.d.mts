export function decoderProgram(): Promise<string>;
