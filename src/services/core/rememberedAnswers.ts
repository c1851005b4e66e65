/** A read, and whether its answer is remembered: undefined for not at all, false if the remembered one will do while it is still true. */
interface Read {
  readonly path: string;
  readonly address: string;
  readonly fresh: boolean | undefined;
}

interface RememberedAnswer {
  /** The `ETag`. */
  readonly tag: string;
  readonly answer: unknown;
}

/** Answers that are asked for again by their tags (`If-None-Match`): the last one of each path. */
export interface RememberedAnswers {
  /** The answer that will do for a read, if it is the last of its path. */
  find(read: Read): RememberedAnswer | undefined;
  /** Keeps the answer of a read that asks for it; one without a tag cannot be asked for again. */
  keep(read: Read, tag: string | null, answer: unknown): void;
}

export function createRememberedAnswers(): RememberedAnswers {
  const answers = new Map<string, RememberedAnswer & Pick<Read, 'address'>>();
  return {
    find({ path, address, fresh }) {
      const last = answers.get(path);
      return fresh === false && last?.address === address ? last : undefined;
    },
    keep({ path, address, fresh }, tag, answer) {
      if (fresh !== undefined && tag !== null) answers.set(path, { address, tag, answer });
    },
  };
}
