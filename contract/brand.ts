/** White label: the short name of the product, in page titles, emails, and the message that wallets sign. ASCII: EIP-4361 takes nothing else. */
export const brandName = 'Zesto';
