import { walletsPerAccount } from '../../contract/limits.ts';
import { walletLinkCall, walletLinkNonceCall } from '../../contract/walletLink.ts';
import { requireUnlocked } from '../accounts/securitySettings.ts';
import { Refusal } from '../core/refusal.ts';
import { networkOf, proofsByAddress, takeUse } from '../core/throttle.ts';
import type { Db } from '../database/db.ts';
import type { EmailOutbox } from '../email/outbox.ts';
import type { Route } from '../http/routes.ts';
import { keepNotices } from '../notices/notices.ts';
import { chainIssuer, identitiesOf, linkIdentity } from './identities.ts';
import { requireProof, takeProof } from './stepUp.ts';
import type { Site } from './walletMessage.ts';
import { issueMessage, signedAddress } from './walletSignIn.ts';
import { withinSession } from './withinSession.ts';

interface World {
  readonly database: Db;
  readonly outbox: EmailOutbox;
  readonly site: Site;
}

/** Registers the calls that add a wallet to a person's login methods (decision 075). */
export function walletLinkCalls(route: Route, { database, outbox, site }: World) {
  route(walletLinkNonceCall, async ({ body, session, address: network, at }) => {
    await takeUse(database.query, proofsByAddress, networkOf(network), at);
    const wanted = { address: body.address, userId: session.user.id, at };
    return { message: await issueMessage(database.query, site, wanted) };
  });

  route(walletLinkCall, async ({ body, session, address: network, stepUp, language, at }) => {
    const { user } = session;
    await takeUse(database.query, proofsByAddress, networkOf(network), at);
    const proof = { shown: stepUp, hasEmails: outbox.isOpen, at };
    // Before the message is used up, so that after a missing proof the same signature can be sent again.
    await requireProof(database.query, session, 'methods', proof);
    const subject = await withinSession(() => signedAddress(database.query, site, at, body, user.id));
    await database.transaction(async (query) => {
      // Of several requests at once, the last one counts the wallets added by the others; after a reset of the password the proof is gone.
      await query('SELECT id FROM users WHERE id = $1 FOR UPDATE', [user.id]);
      await requireUnlocked(query, user.id, at);
      // Rolled back with the rest, so that after a refused wallet the proof is still valid for another.
      await takeProof(query, session, 'methods', proof);
      const added = await linkIdentity(query, { issuer: chainIssuer, subject }, user.id, at);
      if (added === null) throw new Refusal('WALLET_TAKEN', { fields: { metamask_address: 'taken' } });
      const wallets = (await identitiesOf(query, user.id)).filter(({ issuer }) => issuer === chainIssuer);
      if (wallets.length > walletsPerAccount) throw new Refusal('WALLET_LIMIT');
      const occasion = 'methodAdded' as const;
      if (added) await keepNotices(query, [{ userId: user.id, occasion, language, detail: subject, at }]);
    });
    return undefined;
  });
}
