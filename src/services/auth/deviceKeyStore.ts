/** The key of a session as this browser keeps it. Its private half cannot be read, not even by this page. */
export interface DeviceKey {
  readonly privateKey: CryptoKey;
  /** SubjectPublicKeyInfo (DER) in base64url. */
  readonly publicKey: string;
  /** Of the session that it is registered for; null while no answer has said so. */
  readonly sessionId: string | null;
  /** By the clock of this browser, in milliseconds. */
  readonly madeAt: number;
}

/** Where the keys of sessions are kept, for all tabs of this browser. Each call rejects where that cannot be used. */
export interface DeviceKeyStore {
  read(id: string): Promise<DeviceKey | null>;
  /** Keeps a key unless there is one already, and answers the one that is kept. */
  add(id: string, key: DeviceKey): Promise<DeviceKey>;
  /** Keeps a key in the place of whatever there is. */
  put(id: string, key: DeviceKey): Promise<void>;
  remove(id: string): Promise<void>;
  /** Removes what was made before `time`. */
  removeOlder(time: number): Promise<void>;
}

const table = 'keys';
/** A browser that never answers is one that keeps nothing; in milliseconds. */
const patience = 3_000;

/** IndexedDB, the only store of a browser that takes keys which cannot be exported. */
export function createDeviceKeyStore(): DeviceKeyStore {
  /** Opened for each use: one that stays open would keep the browser from clearing its storage. */
  async function withKeys<Answer>(
    mode: IDBTransactionMode,
    work: (keys: IDBObjectStore, answer: (value: Answer) => void) => void,
  ): Promise<Answer> {
    const database = await open();
    try {
      return await new Promise<Answer>((resolve, reject) => {
        const transaction = database.transaction(table, mode);
        let answered: { readonly value: Answer } | null = null;
        transaction.oncomplete = () =>
          answered === null ? reject(new Error('nothing was answered')) : resolve(answered.value);
        transaction.onabort = () => reject(transaction.error);
        work(transaction.objectStore(table), (value) => {
          answered = { value };
        });
      });
    } finally {
      database.close();
    }
  }

  return {
    read: (id) =>
      withKeys<DeviceKey | null>('readonly', (keys, answer) => {
        const found: IDBRequest<DeviceKey | undefined> = keys.get(id);
        found.onsuccess = () => answer(found.result ?? null);
      }),
    // One transaction: of two tabs at once the second sees what the first has kept.
    add: (id, key) =>
      withKeys<DeviceKey>('readwrite', (keys, answer) => {
        const found: IDBRequest<DeviceKey | undefined> = keys.get(id);
        found.onsuccess = () => {
          if (!found.result) keys.add(key, id);
          answer(found.result ?? key);
        };
      }),
    put: (id, key) =>
      withKeys<void>('readwrite', (keys, answer) => {
        keys.put(key, id).onsuccess = () => answer();
      }),
    remove: (id) =>
      withKeys<void>('readwrite', (keys, answer) => {
        keys.delete(id).onsuccess = () => answer();
      }),
    removeOlder: (time) =>
      withKeys<void>('readwrite', (keys, answer) => {
        const each = keys.openCursor();
        each.onsuccess = () => {
          const cursor = each.result;
          if (cursor === null) return answer();
          const { madeAt }: DeviceKey = cursor.value;
          if (madeAt < time) cursor.delete();
          cursor.continue();
        };
      }),
  };
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('zesto.deviceKeys', 1);
    const timer = setTimeout(() => reject(new Error('IndexedDB does not answer')), patience);
    opening.onupgradeneeded = () => void opening.result.createObjectStore(table);
    opening.onsuccess = () => {
      clearTimeout(timer);
      resolve(opening.result);
    };
    opening.onerror = () => {
      clearTimeout(timer);
      reject(opening.error);
    };
  });
}
