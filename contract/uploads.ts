/** The accepted types of files, detected by the first bytes and never by the name (spec section 5: JPG, PNG or PDF). */
export const fileTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const;
export type FileType = (typeof fileTypes)[number];
export const imageTypes = ['image/jpeg', 'image/png'] as const satisfies readonly FileType[];

/** The largest file, in bytes. Spec section 5: under 10MB. */
export const largestFile = 10 * 1024 * 1024 - 1;

/** The file of a call with `multipart/form-data`. */
export interface Upload {
  /** The name of its part, under which `fields` of a problem reports its errors. */
  readonly field: string;
  /** The maximum size in bytes. */
  readonly maximum: number;
  readonly types: readonly FileType[];
}

const beginnings: Readonly<Record<FileType, readonly number[]>> = {
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
};

/** The type of a file by its first bytes; null when it is none of the three. Eight bytes are enough. */
export function typeOfBytes(start: Uint8Array): FileType | null {
  const begins = (type: FileType) => beginnings[type].every((byte, index) => start[index] === byte);
  return fileTypes.find(begins) ?? null;
}
