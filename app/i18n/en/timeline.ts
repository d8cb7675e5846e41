export const timeline = {
  name: 'Timeline',
  place: '<b>event {at, number}</b> of {count, number}',
  spoken: 'event {at, number} of {count, number}, {time}, turn {turn, number}',
  spokenStop: 'event {at, number} of {count, number}, {time}, turn {turn, number}, stop {stop}',
  turn: 'turn {turn, number}',
  turnReason: 'turn {turn, number} · {reason}',
  next: 'turn {turn, number}, next',
  user: 'user',
  assistant: 'assistant',
  tools: 'tools',
  overview: 'All turns',
  keys: 'Arrow keys move by event, with Shift by stop; Page keys by turn',
} as const;
