import { apiImporter } from '../api-importer.ts';
import { openaiChatApi } from '../apis/openai-chat.ts';

/** Bodies of OpenAI Chat Completions: messages, requests, completions, pairs of both, streams, LiteLLM's call logs. */
export const openaiChatImporter = apiImporter(openaiChatApi, 'OpenAI Chat Completions');
