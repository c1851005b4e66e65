/** Keccak-256 with the original padding (Ethereum's, not SHA-3's): the digest's 32 bytes. For checksums of public texts. */
export function keccak256(input: Uint8Array): Uint8Array {
  const lanes = new Array<bigint>(25).fill(0n);
  const padded = new Uint8Array((Math.floor(input.length / rate) + 1) * rate);
  padded.set(input);
  padded[input.length] = 0x01;
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) | 0x80;
  const words = new DataView(padded.buffer);
  for (let block = 0; block < padded.length; block += rate) {
    for (let lane = 0; lane < rate / 8; lane += 1) {
      lanes[lane] = at(lanes, lane) ^ words.getBigUint64(block + lane * 8, true);
    }
    permute(lanes);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (let lane = 0; lane < 4; lane += 1) digest.setBigUint64(lane * 8, at(lanes, lane), true);
  return new Uint8Array(digest.buffer);
}

/** Bytes taken in between two permutations. */
const rate = 136;
const mask = (1n << 64n) - 1n;

const at = (lanes: readonly bigint[], index: number): bigint => lanes[index] ?? 0n;
const turn = (lane: bigint, by: number): bigint => ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & mask;

/** Where each lane goes in ρ and π together, and by how much it is turned (FIPS 202, 3.2.2 and 3.2.3). */
const moves: readonly { readonly from: number; readonly to: number; readonly by: number }[] = (() => {
  const made = [{ from: 0, to: 0, by: 0 }];
  let [x, y] = [1, 0];
  for (let step = 0; step < 24; step += 1) {
    const next = (2 * x + 3 * y) % 5;
    made.push({ from: x + 5 * y, to: y + 5 * next, by: (((step + 1) * (step + 2)) / 2) % 64 });
    [x, y] = [y, next];
  }
  return made;
})();

/** The constants of ι, by their shift register (FIPS 202, 3.2.5). */
const roundConstants: readonly bigint[] = (() => {
  let register = 1;
  return Array.from({ length: 24 }, () => {
    let constant = 0n;
    for (let bit = 0; bit < 7; bit += 1) {
      if (register & 1) constant |= 1n << BigInt(2 ** bit - 1);
      register = register & 0x80 ? ((register << 1) ^ 0x71) & 0xff : register << 1;
    }
    return constant;
  });
})();

function permute(lanes: bigint[]): void {
  for (const constant of roundConstants) {
    const parity = [0, 1, 2, 3, 4].map((x) =>
      [0, 5, 10, 15, 20].reduce((sum, y) => sum ^ at(lanes, x + y), 0n),
    );
    const mixed = lanes.map(
      (lane, index) => lane ^ at(parity, (index + 4) % 5) ^ turn(at(parity, (index + 1) % 5), 1),
    );
    const moved = new Array<bigint>(25).fill(0n);
    for (const { from, to, by } of moves) moved[to] = turn(at(mixed, from), by);
    for (let index = 0; index < 25; index += 1) {
      const row = index - (index % 5);
      lanes[index] =
        at(moved, index) ^ (~at(moved, row + ((index + 1) % 5)) & mask & at(moved, row + ((index + 2) % 5)));
    }
    lanes[0] = at(lanes, 0) ^ constant;
  }
}
