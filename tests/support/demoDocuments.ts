import { randomUUID } from 'node:crypto';
import { webAppBase } from '../../contract/call.ts';
import { tablePdf } from './pdfs.ts';
import { demoSession } from './person.ts';

/** The demo's person answers the rejection of one document, and waits for a decision. */
export async function submitDemoDocuments(origin: string): Promise<void> {
  const { auth_token } = await demoSession(origin);
  const send = async (path: string, body: FormData | null, status: number) => {
    const answer = await fetch(`${origin}${webAppBase}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${auth_token}`, 'idempotency-key': randomUUID() },
      body,
    });
    if (answer.status !== status) throw new Error(`${path}: ${await answer.text()}`);
  };
  const form = new FormData();
  form.append('type', 'utility_bill');
  form.append('file', new Blob([Uint8Array.from(tablePdf())], { type: 'application/pdf' }), 'bill.pdf');
  await send('/kyc/documents', form, 201);
  await send('/kyc/submit', null, 200);
}
