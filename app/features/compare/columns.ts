/** A on the left, what differs in the middle, B on the right. */
export const COLUMNS = 'grid-cols-[minmax(0,1fr)_92px_minmax(0,1fr)]';
