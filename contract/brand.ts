/** White label: the short name of the product, in page titles, emails, and messages that wallets sign. ASCII only, as EIP-4361 requires. */
export const brandName = 'Zesto';
