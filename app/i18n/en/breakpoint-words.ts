import { BREAKPOINT_FAULTS } from '../../../shared/debugger/breakpoint-faults.ts';
import { EXPRESSION_FAULTS } from '../../../shared/expression/faults.ts';

/** Texts that only the breakpoints panel needs; they come with it and not with the first load. */
export const breakpointWords = {
  fault: { ...EXPRESSION_FAULTS, ...BREAKPOINT_FAULTS },
  help: {
    open: 'Names and examples',
    text: 'A name that leads nowhere is null, and what cannot be compared is false.',
    perCall: 'Of the call, at tools and results',
    always: 'Everywhere',
    examples: 'Examples',
    logText: 'A log message takes any of it in braces:',
    lineText: 'In one line:',
    names: {
      tool: 'name of the tool',
      input: 'what the model sent it',
      id: 'tool_use id',
      result: 'its result; JSON is read',
      is_error: 'the tool failed',
      stop: 'request, response, tools or results',
      stop_reason: 'of the newest answer',
      text: 'newest text: answer or results',
      turn: 'number of the turn',
      requests: 'requests sent, retries too',
      tool_runs: 'tools run so far',
      tokens: 'tokens counted so far',
      usage: 'of the newest answer',
      calls: 'names of the open calls',
      messages: 'messages on the path',
      model: 'id of the model',
      branch: 'name of the branch',
    },
  },
} as const;
