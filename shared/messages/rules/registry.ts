import type { Rule } from '../problem.ts';
import * as blockFields from './block-fields.ts';
import { blockWrongRole } from './block-role.ts';
import * as cache from './cache.ts';
import * as empty from './empty-content.ts';
import { loneSurrogate } from './encoding.ts';
import * as ids from './ids.ts';
import * as images from './images.ts';
import * as calls from './pairing-calls.ts';
import * as pairedResults from './pairing-results.ts';
import * as prefill from './prefill.ts';
import * as results from './results.ts';
import * as roles from './roles.ts';
import * as sampling from './sampling.ts';
import * as server from './server-tools.ts';
import * as settings from './settings.ts';
import * as shape from './shape.ts';
import * as size from './size.ts';
import * as softCache from './soft-cache.ts';
import * as soft from './soft.ts';
import * as system from './system-role.ts';
import * as text from './text.ts';
import * as thinkingAnswer from './thinking-answer.ts';
import * as thinkingBlocks from './thinking-blocks.ts';
import * as thinkingConfig from './thinking-config.ts';
import * as thinkingTurn from './thinking-turn.ts';
import * as toolChoice from './tool-choice.ts';
import * as toolInput from './tool-input.ts';
import * as toolLimits from './tool-limits.ts';
import * as toolSchema from './tool-schema.ts';
import * as toolSearch from './tool-search.ts';
import * as tools from './tools.ts';
import * as versions from './versions.ts';

/**
 * Every rule there is: to add one, write it in the file of its family and name it here. The order is the order of
 * repairs: first what a value is, then what a block is, then where it stands, then who answers whom. The order of
 * reports is another one, the API's (`Rule.stage`).
 */
export const RULES: readonly Rule[] = [
  loneSurrogate,
  size.bodyTooLarge,
  settings.modelField,
  settings.modelUnknown,
  // What a value is.
  shape.messagesList,
  shape.messageObject,
  shape.contentType,
  shape.contentItem,
  shape.resultContentType,
  roles.roleNotAllowed,
  roles.messageUnknownKey,
  // What a block is.
  blockFields.blockTypeMissing,
  blockFields.blockTypeUnknown,
  blockFields.blockTypeBeta,
  blockFields.blockFieldMissing,
  blockFields.blockFieldType,
  blockFields.blockUnknownKey,
  blockWrongRole,
  ids.toolIdMissing,
  ids.toolIdPattern,
  toolInput.toolInputObject,
  toolInput.toolUseName,
  ids.duplicateToolUseId,
  server.serverResultFieldMissing,
  server.serverResultOrphan,
  server.serverCallUnresolved,
  thinkingBlocks.thinkingSignature,
  thinkingAnswer.thinkingModified,
  thinkingBlocks.thinkingLast,
  text.emptyText,
  // Who answers whom.
  system.systemRoleFirst,
  system.systemRoleUnsupported,
  system.systemRoleMisplaced,
  system.systemRoleContent,
  pairedResults.toolResultMultiple,
  calls.toolResultNotFirst,
  calls.toolUseUnanswered,
  pairedResults.toolResultOrphan,
  calls.parallelResultsSplit,
  // What results hold.
  results.errorResultNotText,
  results.errorResultEmpty,
  results.resultBlockType,
  results.searchResultMixed,
  results.toolsetResult,
  results.programmaticResults,
  text.emptyResultText,
  // How it begins and ends.
  empty.emptyContent,
  empty.emptyMessageInRun,
  roles.firstMessageUser,
  prefill.prefillUnsupported,
  prefill.prefillTrailingSpace,
  versions.documentInAssistant,
  versions.citationsInUser,
  // Tools.
  tools.toolsList,
  tools.toolForeignForm,
  tools.toolTypeUnknown,
  tools.toolUnknownKey,
  tools.toolFixedName,
  tools.toolNamePattern,
  tools.toolNameDuplicate,
  tools.toolRefusedByModel,
  toolLimits.strictTools,
  toolLimits.toolCircularSchema,
  toolSchema.toolSchemaForm,
  toolSchema.toolSchemaDraft,
  toolSchema.toolSchemaKeys,
  toolSchema.toolStrictSchema,
  toolSearch.allToolsDeferred,
  toolSearch.toolReferenceUnknown,
  toolSearch.toolDomains,
  toolSearch.toolsetTwice,
  toolSearch.toolExamples,
  toolSearch.mcpServers,
  toolSearch.containerWithoutCode,
  toolChoice.toolChoiceForm,
  toolChoice.toolChoiceWithoutTools,
  toolChoice.toolChoiceUnknownTool,
  toolChoice.toolChoiceNotDirect,
  toolChoice.forcedChoiceUnsupported,
  // Settings. Thinking comes after what may take thinking out of the messages.
  settings.maxTokensField,
  thinkingConfig.thinkingForm,
  thinkingConfig.thinkingTypeUnsupported,
  thinkingConfig.thinkingBudget,
  thinkingConfig.thinkingCombination,
  thinkingTurn.thinkingMissing,
  toolChoice.forcedChoiceWithThinking,
  thinkingTurn.thinkingInFinal,
  thinkingBlocks.thinkingForeign,
  thinkingAnswer.thinkingDropped,
  thinkingTurn.thinkingToggled,
  settings.maxTokensZero,
  settings.longWithoutStream,
  settings.stopSequences,
  settings.settingValue,
  settings.metadataKeys,
  settings.unknownKey,
  sampling.samplingRange,
  sampling.samplingRemoved,
  sampling.samplingUnsupported,
  sampling.samplingWithThinking,
  text.systemType,
  text.emptySystemText,
  // Cache and size.
  cache.cacheMarkForm,
  cache.tooManyMarks,
  cache.cacheLifetimeOrder,
  cache.cacheCombination,
  images.imageForeignForm,
  images.imageData,
  images.imageMediaType,
  images.imageTooLarge,
  images.imageDimensions,
  images.imageCount,
  size.promptTooLong,
  // Accepted, but not good.
  soft.textAfterResult,
  soft.toolNotOffered,
  soft.toolsMissing,
  soft.inputMismatch,
  soft.errorNotMarked,
  soft.resultEmpty,
  soft.answerOutcome,
  soft.answerRebuilt,
  softCache.cacheTooShort,
  softCache.cacheLookback,
  softCache.cacheTimestamp,
];

const BY_ID = new Map(RULES.map((rule) => [rule.id, rule]));

/** The rule of this id; undefined when there is none (a file or link may name any). */
export function ruleById(id: string): Rule | undefined {
  return BY_ID.get(id);
}

/** Title of a rule in the page's language; the id itself for a rule nobody knows. */
export function ruleTitle(id: string, language: 'en' | 'zh-CN'): string {
  return BY_ID.get(id)?.title[language] ?? id;
}
