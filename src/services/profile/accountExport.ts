import { exportAccountCall } from '../../../contract/accountData.ts';
import { type StepUpWorld, withProof } from '../auth/stepUp.ts';
import { saveFile } from '../core/files.ts';

interface ExportRequest {
  readonly input: {
    readonly values: { readonly password: string; readonly code: string; readonly otp: string };
  };
}

/** Fetches all data about the person, with a fresh proof, and saves it under `name`, unless aborted. */
export async function exportAccount(
  world: StepUpWorld,
  name: string,
  { input: { values } }: ExportRequest,
): Promise<void> {
  const { http, signal } = world;
  const text = await withProof(world, 'export', values, (stepUp) =>
    http(exportAccountCall, { stepUp, signal }),
  );
  if (!signal.aborted) saveFile(name, text, 'application/json');
}
