import { anthropicApi } from './anthropic.ts';
import type { ModelApi } from './api-types.ts';
import { bedrockConverseApi } from './bedrock-converse.ts';
import { geminiApi } from './gemini.ts';
import { openaiChatApi } from './openai-chat.ts';
import { openaiResponsesApi } from './openai-responses.ts';

/** All model APIs, in the order they are asked when a URL does not tell. */
export const MODEL_APIS: readonly ModelApi[] = [
  anthropicApi,
  openaiResponsesApi,
  openaiChatApi,
  bedrockConverseApi,
  geminiApi,
];
