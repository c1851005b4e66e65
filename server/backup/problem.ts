/** A reason why a backup, a restore or a move is refused or has failed, as a sentence for the operator. */
export class BackupProblem extends Error {}
