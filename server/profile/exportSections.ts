/** A list of the export: rows of one table, or of a join, that belong to a person. */
export interface Section {
  readonly name: string;
  /** The exported columns: never a secret, a hash of one, or data about another person. */
  readonly columns: readonly string[];
  /** The table, and the tables that are joined to it. */
  readonly from: string;
  /** The column with the account's id. */
  readonly owner: string;
  /** Columns that order and identify the rows, with their types. */
  readonly keys: readonly (readonly [string, string])[];
  /** Columns of amounts in minor units, with the column of their token; `value` for amounts in USDT. */
  readonly money?: Readonly<Record<string, string>>;
}

const byTime = [
  ['created_at', 'timestamptz'],
  ['id', 'uuid'],
] as const;

export const sections: readonly Section[] = [
  {
    name: 'profile',
    columns: [
      ...['id', 'first_name', 'last_name', 'username', 'email', 'email_confirmed_at', 'unproved_email'],
      ...['phone', 'date_of_birth', 'country', 'gender', 'address', 'city', 'zip_code', 'avatar_file_id'],
      ...['registered_by', 'password_hash IS NOT NULL AS has_password', 'created_at'],
      ...['terms_version', 'terms_accepted_at', 'discoverable_since'],
      ...['frozen_at', 'frozen_reason', 'frozen_note', 'kyc_status', 'kyc_submitted_at', 'kyc_expires_at'],
    ],
    from: 'users',
    owner: 'id',
    keys: [['id', 'uuid']],
  },
  {
    name: 'security_settings',
    columns: ['members', 'pending', 'changed_at'],
    from: 'security_settings',
    owner: 'user_id',
    keys: [['user_id', 'uuid']],
  },
  {
    name: 'sessions',
    columns: ['id', 'ip', 'user_agent', 'created_at', 'last_seen_at', 'expires_at'],
    from: 'sessions',
    owner: 'user_id',
    keys: byTime,
  },
  {
    name: 'sign_ins',
    columns: [
      ...['id', 'first_at', 'at', 'device', 'network', 'method', 'second_factor', 'outcome', 'attempts'],
    ],
    from: 'sign_ins',
    owner: 'user_id',
    keys: [
      ['at', 'timestamptz'],
      ['id', 'uuid'],
    ],
  },
  {
    name: 'known_devices',
    columns: ['created_at', 'last_used_at'],
    from: 'known_devices',
    owner: 'user_id',
    keys: [
      ['created_at', 'timestamptz'],
      ['token_hash', 'bytea'],
    ],
  },
  {
    name: 'known_places',
    columns: ['place', 'last_used_at'],
    from: 'known_places',
    owner: 'user_id',
    keys: [['place', 'text']],
  },
  {
    name: 'not_me_reports',
    columns: [
      ...['id', 'occasion', 'reported_at', 'ticket_id', 'cancelled', 'held'],
      ...['proven_at', 'approved_at', 'lifted_at'],
    ],
    from: 'not_me_reports',
    owner: 'user_id',
    keys: [
      ['reported_at', 'timestamptz'],
      ['id', 'uuid'],
    ],
  },
  {
    name: 'recoveries',
    columns: ['id', 'email', 'begun_at', 'ready_at', 'link_expires_at', 'ended_at', 'outcome'],
    from: 'recoveries',
    owner: 'user_id',
    keys: [
      ['begun_at', 'timestamptz'],
      ['id', 'uuid'],
    ],
  },
  {
    name: 'login_methods',
    columns: ['issuer', 'subject', 'created_at'],
    from: 'identities',
    owner: 'user_id',
    keys: [
      ['issuer', 'text'],
      ['subject', 'text'],
    ],
  },
  {
    name: 'passkeys',
    columns: ['id', 'name', 'transports', 'backed_up', 'created_at', 'last_used_at'],
    from: 'passkeys',
    owner: 'user_id',
    keys: byTime,
  },
  {
    name: 'authenticator_apps',
    columns: ['created_at', 'last_used_at'],
    from: 'totp_secrets',
    owner: 'user_id',
    keys: [['user_id', 'uuid']],
  },
  {
    name: 'recovery_codes',
    columns: ['created_at'],
    from: 'recovery_codes',
    owner: 'user_id',
    keys: [['code_hash', 'bytea']],
  },
  {
    name: 'balances',
    columns: ['token', 'posted', 'held', 'opened_at'],
    from: 'ledger_accounts',
    owner: 'owner_id',
    keys: [['token', 'text']],
    money: { posted: 'token', held: 'token' },
  },
  {
    name: 'holds',
    columns: ['id', 'token', 'amount', 'kind', 'operation_id', 'since', 'until', 'status', 'ended_at'],
    from: 'ledger_holds',
    owner: 'owner_id',
    keys: [
      ['since', 'timestamptz'],
      ['id', 'uuid'],
    ],
    money: { amount: 'token' },
  },
  ...(['debit', 'credit'] as const).map(
    (side): Section => ({
      name: `ledger_${side}s`,
      columns: ['id', 'token', 'amount', 'kind', 'operation_id', 'created_at'],
      from: 'ledger_transfers',
      owner: `${side}_owner_id`,
      keys: [
        ['token', 'text'],
        [`${side}_position`, 'bigint'],
      ],
      money: { amount: 'token' },
    }),
  ),
  {
    name: 'shown_tokens',
    columns: ['token', 'is_shown', 'chosen_at'],
    from: 'wallet_tokens',
    owner: 'user_id',
    keys: [['token', 'text']],
  },
  {
    name: 'deposit_addresses',
    columns: ['address', 'token', 'created_at', 'is_current'],
    from: 'deposit_addresses',
    owner: 'user_id',
    keys: [['address', 'text']],
  },
  {
    name: 'saved_addresses',
    columns: ['id', 'label', 'address', 'token', 'note', 'created_at', 'usable_from', 'removed_at'],
    from: 'saved_addresses',
    owner: 'user_id',
    keys: byTime,
  },
  {
    name: 'deposits',
    columns: [
      ...['network', 'tx_hash', 'output_index', 'transaction_id', 'token', 'amount', 'address'],
      ...['seen', 'needed', 'told_at', 'ended_at'],
    ],
    from: 'deposits',
    owner: 'user_id',
    keys: [['transaction_id', 'uuid']],
    money: { amount: 'token' },
  },
  {
    name: 'late_deposits',
    columns: ['transaction_id', 'credited_at'],
    from: 'late_deposits',
    owner: 'user_id',
    keys: [['transaction_id', 'uuid']],
  },
  {
    name: 'exchanges',
    columns: [
      ...['id', 'quote_id', 'status', 'from_token', 'to_token', 'pay', 'fee', 'receive', 'rate'],
      ...['created_at', 'completed_at'],
    ],
    from: 'exchanges',
    owner: 'user_id',
    keys: byTime,
    money: { pay: 'from_token', fee: 'from_token', receive: 'to_token' },
  },
  {
    name: 'exchange_quotes',
    columns: [
      ...['id', 'from_token', 'to_token', 'pay', 'fee', 'receive', 'rate', 'created_at', 'expires_at'],
      'used_at',
    ],
    from: 'exchange_quotes',
    owner: 'user_id',
    keys: byTime,
    money: { pay: 'from_token', fee: 'from_token', receive: 'to_token' },
  },
  {
    name: 'transaction_quotes',
    columns: ['id', 'kind', 'token', 'amount', 'fee', 'recipient', 'value', 'expires_at', 'used_at'],
    from: 'transaction_quotes',
    owner: 'user_id',
    keys: [
      ['expires_at', 'timestamptz'],
      ['id', 'uuid'],
    ],
    money: { amount: 'token', fee: 'token', value: 'value' },
  },
  {
    name: 'tickets',
    columns: [
      ...['id', 'number', 'subject', 'category', 'priority', 'status', 'flow_record'],
      ...['created_at', 'updated_at'],
    ],
    from: 'tickets',
    owner: 'user_id',
    keys: byTime,
  },
  {
    name: 'ticket_messages',
    columns: ['ticket_id', 'position', 'author', 'text', 'ticket_messages.created_at AS created_at'],
    from: 'tickets JOIN ticket_messages ON ticket_messages.ticket_id = tickets.id',
    owner: 'tickets.user_id',
    keys: [
      ['ticket_id', 'uuid'],
      ['position', 'integer'],
    ],
  },
  {
    name: 'ticket_attachments',
    columns: ['message_id', 'file_id'],
    from: 'files JOIN ticket_attachments ON ticket_attachments.file_id = files.id',
    owner: 'files.user_id',
    keys: [['file_id', 'uuid']],
  },
  {
    name: 'kyc_documents',
    columns: ['id', 'type', 'status', 'reason', 'reason_code', 'file_id', 'created_at'],
    from: 'kyc_documents',
    owner: 'user_id',
    keys: byTime,
  },
  {
    name: 'files',
    columns: ['id', 'name', 'type', 'size', 'created_at'],
    from: 'files',
    owner: 'user_id',
    keys: byTime,
  },
  {
    name: 'notifications',
    columns: ['id', 'kind', 'subject_id', 'outcome', 'detail', 'token', 'amount', 'created_at', 'read_at'],
    from: 'notifications',
    owner: 'user_id',
    keys: byTime,
    money: { amount: 'token' },
  },
  {
    name: 'read_news',
    columns: ['news_id', 'read_at'],
    from: 'news_reads',
    owner: 'user_id',
    keys: [['news_id', 'uuid']],
  },
  {
    name: 'events',
    columns: ['id', 'type', 'at', 'value'],
    from: 'events',
    owner: 'user_id',
    keys: [
      ['at', 'timestamptz'],
      ['id', 'uuid'],
    ],
    money: { value: 'value' },
  },
];
