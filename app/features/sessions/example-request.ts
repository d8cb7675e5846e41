/** Something that runs: one tool, one question that needs it. */
export const EXAMPLE_REQUEST = JSON.stringify(
  {
    model: 'claude-opus-5-5',
    max_tokens: 1024,
    system: 'You answer questions about opening hours. Look them up, never guess.',
    tools: [
      {
        name: 'opening_hours',
        description: 'Opening hours of one shop on one day.',
        input_schema: {
          type: 'object',
          properties: { shop: { type: 'string' }, day: { type: 'string' } },
          required: ['shop', 'day'],
        },
      },
    ],
    messages: [{ role: 'user', content: 'Is the Canal Street shop open on Sunday?' }],
  },
  null,
  2,
);
