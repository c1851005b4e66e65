/** A stored session key. Its private half cannot be exported, not even by this page. */
export interface DeviceKey {
  readonly privateKey: CryptoKey;
  /** SubjectPublicKeyInfo (DER) in base64url. */
  readonly publicKey: string;
  /** The session that the key is registered for; null until the server has confirmed it. */
  readonly sessionId: string | null;
  /** By the clock of this browser, in milliseconds. */
  readonly madeAt: number;
}

/** The store of session keys, shared by all tabs of this browser. Each call rejects when it cannot be used. */
export interface DeviceKeyStore {
  read(id: string): Promise<DeviceKey | null>;
  /** Stores a key unless there is one already, and answers the stored one. */
  add(id: string, key: DeviceKey): Promise<DeviceKey>;
  /** Stores a key in place of any other. */
  put(id: string, key: DeviceKey): Promise<void>;
  remove(id: string): Promise<void>;
  /** Removes keys made before `time`. */
  removeOlder(time: number): Promise<void>;
}

const table = 'keys';
/** After this long without an answer the browser counts as having no storage, in milliseconds. */
const patience = 3_000;

/** IndexedDB, the only browser store that accepts non-exportable keys. */
export function createDeviceKeyStore(): DeviceKeyStore {
  /** Opened for each use, because an open database would prevent the browser from clearing its storage. */
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
    // One transaction, so that of two tabs at once the second sees the first one's key.
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
