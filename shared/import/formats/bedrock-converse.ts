import { apiImporter } from '../api-importer.ts';
import { bedrockConverseApi } from '../apis/bedrock-converse.ts';

/** Bodies of Amazon Bedrock's Converse: messages, requests, answers, pairs of both, streams. */
export const bedrockConverseImporter = apiImporter(bedrockConverseApi, 'Amazon Bedrock Converse');
