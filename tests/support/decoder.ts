import { decoderProgram } from '../../scripts/decoderProgram.mjs';
import { createDecoder } from '../../server/files/decoder.ts';

let made: Promise<string> | undefined;

/** The path of the process's program, which is made once for all tests that this process runs. */
export const testDecoderProgram = () => {
  made ??= decoderProgram();
  return made;
};

/** What decodes the files of all tests that this process runs: it starts with the first file, and ends with this process. */
export const testDecoder = createDecoder({ program: testDecoderProgram });
