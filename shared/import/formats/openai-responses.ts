import { apiImporter } from '../api-importer.ts';
import { openaiResponsesApi } from '../apis/openai-responses.ts';

/** Bodies of OpenAI Responses: items, requests, responses, pairs of both, streams. */
export const openaiResponsesImporter = apiImporter(openaiResponsesApi, 'OpenAI Responses');
