import type { Importer } from './importer.ts';
import { aiSdkImporter } from './formats/ai-sdk.ts';
import { atifImporter } from './formats/atif.ts';
import { bedrockConverseImporter } from './formats/bedrock-converse.ts';
import { bedrockLogImporter } from './formats/bedrock-log.ts';
import { cassetteImporter } from './formats/cassettes.ts';
import { claudeCodeImporter } from './formats/claude-code.ts';
import { claudeTraceImporter } from './formats/claude-trace.ts';
import { clineImporter } from './formats/cline.ts';
import { codexImporter } from './formats/codex.ts';
import { geminiCliImporter } from './formats/gemini-cli.ts';
import { geminiImporter } from './formats/gemini.ts';
import { gooseImporter } from './formats/goose.ts';
import { harImporter } from './formats/har.ts';
import { inspectImporter } from './formats/inspect.ts';
import { langchainImporter } from './formats/langchain.ts';
import { langfuseImporter } from './formats/langfuse.ts';
import { langsmithImporter } from './formats/langsmith.ts';
import { loupeImporter } from './formats/loupe.ts';
import { managedAgentsImporter } from './formats/managed-agents.ts';
import { messagesImporter } from './formats/messages.ts';
import { miniSweAgentImporter } from './formats/mini-swe-agent.ts';
import { openaiChatImporter } from './formats/openai-chat.ts';
import { openaiResponsesImporter } from './formats/openai-responses.ts';
import { opencodeImporter } from './formats/opencode.ts';
import { openhandsImporter } from './formats/openhands.ts';
import { otelImporter } from './formats/otel.ts';
import { piImporter } from './formats/pi.ts';
import { sharegptImporter } from './formats/sharegpt.ts';
import { streamJsonImporter } from './formats/stream-json.ts';
import { sweAgentImporter } from './formats/swe-agent.ts';
import { tauBenchImporter } from './formats/tau-bench.ts';

/** All formats, the most special first: of two that fit equally well, the earlier one wins. */
export const IMPORTERS: readonly Importer[] = [
  loupeImporter,
  claudeCodeImporter,
  streamJsonImporter,
  claudeTraceImporter,
  harImporter,
  cassetteImporter,
  bedrockLogImporter,
  inspectImporter,
  codexImporter,
  geminiCliImporter,
  clineImporter,
  piImporter,
  managedAgentsImporter,
  atifImporter,
  sweAgentImporter,
  miniSweAgentImporter,
  openhandsImporter,
  tauBenchImporter,
  sharegptImporter,
  opencodeImporter,
  gooseImporter,
  langfuseImporter,
  langsmithImporter,
  langchainImporter,
  otelImporter,
  aiSdkImporter,
  bedrockConverseImporter,
  geminiImporter,
  openaiResponsesImporter,
  openaiChatImporter,
  messagesImporter,
];

export function importerById(id: string): Importer | undefined {
  return IMPORTERS.find((importer) => importer.id === id);
}
