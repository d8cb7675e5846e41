import { apiImporter } from '../api-importer.ts';
import { geminiApi } from '../apis/gemini.ts';

/** Bodies of Gemini's generateContent: contents, requests, answers, pairs of both, streams. */
export const geminiImporter = apiImporter(geminiApi, 'Gemini API');
