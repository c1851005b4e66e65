import {
  addressBookCall,
  checkAddressCall,
  editAddressCall,
  exportAddressesCall,
  importAddressesCall,
  removeAddressCall,
  restoreAddressCall,
  saveAddressCall,
} from '../../contract/addressBook.ts';
import { readAddressTable } from '../../contract/addressTable.ts';
import { requireUnlocked, securityOf } from '../accounts/securitySettings.ts';
import type { Session } from '../accounts/sessions.ts';
import { requireActive } from '../accounts/users.ts';
import { requireProof, takeProof } from '../auth/stepUp.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db, Query } from '../database/db.ts';
import type { EmailOutbox } from '../email/outbox.ts';
import type { Route } from '../http/routes.ts';
import { keepNotices } from '../notices/notices.ts';
import {
  type CoolingSettings,
  ownRules,
  ownWaitHours,
  paidToNew,
  smallAllowance,
  tellAllowance,
  type Waits,
} from '../payments/cooling.ts';
import { findRecipient, lookAlikesOf, refusedAmong } from '../payments/recipients.ts';
import { requireListing } from '../tokens/listings.ts';
import type { DepositNetwork } from '../tokens/network.ts';
import { bookOf, edit, lockBook, remove, removerOf, restore, save, savedAmong } from './book.ts';
import { printTable } from './table.ts';

interface World {
  readonly database: Db;
  readonly outbox: EmailOutbox;
  readonly cooling: CoolingSettings;
  /** The network that deposits arrive by; null without one. */
  readonly network: DepositNetwork | null;
}

/** Registers the calls on a person's saved addresses. */
export function addressBookCalls(route: Route, { database, outbox, cooling, network }: World) {
  const waitsOf = async (query: Query, userId: string, at: Date): Promise<Waits> => ({
    rulesOf: await ownRules(query, [userId], cooling, at),
    at,
  });

  route(addressBookCall, async ({ session: { user }, at }) => {
    const { values, pending } = await securityOf(database.query, user.id, at);
    const end = pending.find(({ member }) => member === 'allow_list_only');
    const rulesOf = await ownRules(database.query, [user.id], cooling, at);
    const paid = (await paidToNew(database.query, [user.id], rulesOf, at)).get(user.id) ?? 0n;
    const small = tellAllowance(smallAllowance(paid, cooling));
    return {
      addresses: await bookOf(database.query, user.id, { rulesOf, at }),
      rules: {
        wait_hours: ownWaitHours(values, cooling),
        small_limit: small.limit,
        small_left: small.left,
        allow_list_only: values.allow_list_only,
        allow_list_ends: end?.from.toISOString() ?? null,
      },
    };
  });

  // Registered before the calls by id, which would match these paths.
  route(checkAddressCall, async ({ search, session: { user } }) => {
    const entry = await readEntry(database.query, user.id, { ...search, label: '' }, network);
    await requireUnsaved(database.query, user.id, entry);
    const alike = await lookAlikesOf(database.query, user.id, [entry.address]);
    return { address: entry.address, looks_like: alike.get(entry.address) ?? null };
  });

  route(exportAddressesCall, async ({ session: { user }, at }) => {
    const book = await bookOf(database.query, user.id, await waitsOf(database.query, user.id, at));
    return (async function* () {
      yield printTable(book);
    })();
  });

  route(saveAddressCall, async ({ body, session, stepUp, language, at }) => {
    const { user } = session;
    const entry = await readEntry(database.query, user.id, body, network);
    const [saved] = await change(session, async (query) => {
      await requireActive(query, user.id);
      await requireUnlocked(query, user.id, at);
      await requireUnsaved(query, user.id, entry);
      await takeProof(query, session, 'address', { shown: stepUp, hasEmails: outbox.isOpen, at });
      const detail = entry.address;
      await keepNotices(query, [{ userId: user.id, occasion: 'addressSaved', detail, language, at }]);
      return save(query, [entry], user.id, await waitsOf(query, user.id, at));
    });
    if (!saved) throw new Error('an address was not saved');
    return saved;
  });

  route(importAddressesCall, async ({ body, session, stepUp, language, at }) => {
    const { user } = session;
    const proof = { shown: stepUp, hasEmails: outbox.isOpen, at };
    const listed = await database.query<{ symbol: string }>('SELECT symbol FROM tokens');
    const read = readAddressTable(body.csv, new Set(listed.map(({ symbol }) => symbol)));
    if (!read.ok) throw new Refusal('VALIDATION_FAILED', { fields: read.problem });
    const entries = read.value;
    const addresses = entries.map(({ address }) => address);
    const refused = await refusedAmong(database.query, user.id, { addresses, network });
    if (refused.size > 0) {
      const fields = entries.flatMap(({ number, address }) => {
        const rule = refused.get(address);
        return rule ? [[`${number}.address`, rule] as const] : [];
      });
      throw new Refusal('VALIDATION_FAILED', { fields: Object.fromEntries(fields) });
    }
    await requireProof(database.query, session, 'address', proof);
    const { added, unchanged } = await change(session, async (query) => {
      await requireActive(query, user.id);
      await requireUnlocked(query, user.id, at);
      const known = await savedAmong(query, user.id, entries);
      const fresh = entries.filter((_, place) => !known.has(place));
      await takeProof(query, session, 'address', proof);
      const saved = await save(query, fresh, user.id, await waitsOf(query, user.id, at));
      const detail = saved.length === 1 ? (saved[0]?.address ?? null) : null;
      const notice = { userId: user.id, occasion: 'addressSaved', detail, language, at } as const;
      if (saved.length > 0) await keepNotices(query, [notice]);
      return { added: saved, unchanged: known.size };
    });
    const alike = added.flatMap(({ address, looks_like }) => (looks_like ? [{ address, looks_like }] : []));
    return { added: added.length, unchanged, looks_like: alike };
  });

  route(editAddressCall, async ({ body, params, session: { user }, at }) => {
    const changes = { id: params.id, userId: user.id, label: body.label, note: body.note };
    return edit(database.query, changes, await waitsOf(database.query, user.id, at));
  });

  route(removeAddressCall, async ({ params, session, at }) => {
    const mine = { id: params.id, userId: session.user.id };
    await change(session, (query) => remove(query, { ...mine, sessionId: session.id, at }));
    return undefined;
  });

  route(restoreAddressCall, async ({ params, session, stepUp, language, at }) => {
    const userId = session.user.id;
    const mine = { id: params.id, userId };
    return change(session, async (query) => {
      await requireActive(query, userId);
      if ((await removerOf(query, { ...mine, at })) === session.id)
        return restore(query, { ...mine, isAnew: false }, await waitsOf(query, userId, at));
      // The owner may have removed an address that a thief saved, so for another session it is like a new one.
      await requireUnlocked(query, userId, at);
      await takeProof(query, session, 'address', { shown: stepUp, hasEmails: outbox.isOpen, at });
      const restored = await restore(query, { ...mine, isAnew: true }, await waitsOf(query, userId, at));
      await keepNotices(query, [
        { userId, occasion: 'addressSaved', detail: restored.address, language, at },
      ]);
      return restored;
    });
  });

  function change<Value>({ user }: Session, work: (query: Query) => Promise<Value>): Promise<Value> {
    return database.transaction(async (query) => {
      await lockBook(query, user.id);
      return work(query);
    });
  }
}

interface Given {
  readonly label: string;
  readonly address: string;
  readonly token?: string | null | undefined;
  readonly note?: string | null | undefined;
}

/** The entry with its parsed address. ADDRESS_INVALID, or the field `token`, when it could not be paid. */
async function readEntry(
  query: Query,
  userId: string,
  { label, token = null, note = null, address: typed }: Given,
  network: DepositNetwork | null,
) {
  if (token !== null) await requireListing(query, token);
  const recipient = await findRecipient(query, userId, { typed, network }).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'ADDRESS_INVALID') throw error;
    // The field has another name in payments.
    throw new Refusal('ADDRESS_INVALID', { fields: { address: error.details.fields?.to ?? 'format' } });
  });
  return { label, token, note, address: recipient.address };
}

async function requireUnsaved(query: Query, userId: string, entry: Parameters<typeof savedAmong>[2][number]) {
  const known = await savedAmong(query, userId, [entry]);
  if (known.size > 0) throw new Refusal('VALIDATION_FAILED', { fields: { address: 'taken' } });
}
