import { documentTypes } from '../../contract/kyc.ts';
import {
  approveKycCall,
  type KycLine,
  type KycReview,
  kycReviewCall,
  kycReviewsCall,
  rejectKycCall,
} from '../../contract/kycReview.ts';
import { documentReasons } from '../../contract/reasons.ts';
import { oneOf, optional, text } from './arguments.ts';
import { command, type Noun, printAll, type Tools } from './command.ts';

const ID = text('ID');

export const kyc: Noun = {
  refusals: {
    NOT_FOUND: 'There is no account with this ID, or no such document of it.',
    STATUS_CONFLICT: 'This does not wait for a decision: see kyc list and kyc show ID.',
  },
  commands: {
    'kyc list': command('shows whose identity waits for a decision', {}, async (_, tools) =>
      printAll(tools, (await tools.askAll(kycReviewsCall)).map(lineOf), 'No identity is waiting.'),
    ),
    'kyc show': command(
      'shows what was submitted, with the keys of its files in DATA_DIR/files or the bucket',
      { ID },
      async ({ ID: id }, tools) => {
        const call = { ...kycReviewCall, path: `/kyc/${encodeURIComponent(id)}` } as const;
        printReview(tools, await tools.ask(call, undefined));
      },
    ),
    'kyc approve': command('calls an identity verified', { ID }, async ({ ID: id }, { ask, print }) => {
      const review = await ask(approveKycCall, { id });
      print(`${lineOf(review)}, until ${review.expires_at}`);
    }),
    'kyc reject': command(
      'rejects a document; the person reads the reason in their language',
      {
        ID,
        document: oneOf('TYPE', documentTypes),
        reason: oneOf('CODE', documentReasons),
        note: optional(text('TEXT')),
      },
      async ({ ID: id, ...body }, tools) =>
        printReview(tools, await tools.ask(rejectKycCall, { id, ...body })),
    ),
  },
};

function lineOf({ id, submitted_at, status, first_name, last_name, email }: KycLine): string {
  const name = [first_name, last_name].filter(Boolean).join(' ') || 'somebody';
  return `${id}  ${submitted_at ?? 'not submitted'}  ${status}  ${name} (${email ?? 'no email'})`;
}

function printReview({ print }: Tools, review: KycReview) {
  const { date_of_birth, country, address, documents } = review;
  print(lineOf(review));
  print(
    `  born ${date_of_birth ?? 'unknown'}, ${country ?? 'country unknown'}, ${address ?? 'address unknown'}`,
  );
  for (const { type, status, reason, reason_code, name, size, file } of documents) {
    const why = [reason_code, reason].filter((part) => part !== null).join(', ');
    print(`  ${type}  ${status}${why === '' ? '' : `: ${why}`}  ${name}, ${size} bytes, file ${file}`);
  }
}
