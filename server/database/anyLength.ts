/**
 * SQL: the placeholder of an array of `type`, as one of a length that the planner does not know. PostgreSQL keeps the plan of a prepared statement
 * unless plans made for its values seem cheaper. It takes an unknown array to have ten elements, so a statement that mostly gets fewer would be
 * planned again each time, which can take longer than carrying it out. The last cast makes `= ANY (…)` compare elements instead of rows.
 */
export const anyLength = (placeholder: string, type: string) =>
  `(SELECT ${placeholder}::${type}[])::${type}[]`;
