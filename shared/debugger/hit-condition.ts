/** Reads `5`, `= 5`, `> 2`, `>= 2`, `< 3`, `<= 3`, `% 2`; null when it is none of these. */
export function parseHitCondition(text: string): { operator: string; count: number } | null {
  const trimmed = text.trim();
  const operator = ['>=', '<=', '==', '>', '<', '=', '%'].find((each) => trimmed.startsWith(each)) ?? '';
  const digits = trimmed.slice(operator.length).trim();
  if (digits === '' || digits.length > 9 || ![...digits].every((digit) => digit >= '0' && digit <= '9')) return null;
  const count = Number(digits);
  if (operator === '%' && count === 0) return null;
  return { operator: operator === '' || operator === '==' ? '=' : operator, count };
}

/** Whether match number `hit` (1, 2, …) counts. No condition: every one; an unreadable one: none. */
export function hitHolds(condition: string | undefined, hit: number): boolean {
  if (condition === undefined || condition.trim() === '') return true;
  const parsed = parseHitCondition(condition);
  if (!parsed) return false;
  switch (parsed.operator) {
    case '>=':
      return hit >= parsed.count;
    case '<=':
      return hit <= parsed.count;
    case '>':
      return hit > parsed.count;
    case '<':
      return hit < parsed.count;
    case '%':
      return hit % parsed.count === 0;
    default:
      return hit === parsed.count;
  }
}
