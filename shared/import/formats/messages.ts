import { anthropicApi } from '../apis/anthropic.ts';
import { apiImporter } from '../api-importer.ts';

/** Bodies of the Messages API: messages, requests, answers, pairs of both, streams. Taken as they are. */
export const messagesImporter = apiImporter(anthropicApi, 'Messages API');
