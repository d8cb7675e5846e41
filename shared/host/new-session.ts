import type { CreateSession } from '../api/contract.ts';
import { parseScenario } from '../scripted/parse-scenario.ts';
import type { LocalText, Scenario } from '../scripted/scenario-types.ts';
import type { NewSession } from '../session/create.ts';
import { HttpProblem } from '../api/http-problem.ts';
import type { ScenarioSource } from './scenario-source.ts';

type Language = 'en' | 'zh-CN';

const DEFAULT_MAX_TOKENS = 4096;

/**
 * What a new session begins with.
 * @throws HttpProblem 404 for an unknown scenario, 400 for a document that is none
 */
export function newSession(source: ScenarioSource, wanted: CreateSession): NewSession {
  const language = wanted.language ?? 'en';
  if ('scenario' in wanted) return fromBuiltIn(source, wanted.scenario, language, wanted.title);
  if ('document' in wanted) return fromDocument(wanted.document, language, wanted.title);
  if ('request' in wanted) {
    const { messages, ...body } = wanted.request;
    const config = { body, endpoint: wanted.endpoint ?? 'live', policy: 'correct' } as const;
    return { title: wanted.title ?? titleOf(messages), scenario: null, config, messages, origin: { kind: 'request' } };
  }
  const config = {
    body: { model: wanted.model, max_tokens: DEFAULT_MAX_TOKENS },
    endpoint: 'live',
    policy: 'correct',
  } as const;
  return {
    title: wanted.title ?? titleOf(wanted.messages),
    scenario: null,
    config,
    messages: wanted.messages,
    origin: { kind: 'request' },
  };
}

function fromBuiltIn(source: ScenarioSource, id: string, language: Language, title: string | undefined): NewSession {
  const scenario = source.builtIn(id, language);
  if (scenario === null) {
    throw new HttpProblem(
      404,
      'no-such-scenario',
      `There is no scenario ${JSON.stringify(id)}. Built in: ${source.ids.join(', ')}.`,
    );
  }
  return fromScenario(scenario, { id, language }, language, title);
}

function fromDocument(document: unknown, language: Language, title: string | undefined): NewSession {
  const parsed = parseScenario(document);
  if (!parsed.ok) {
    const problems = parsed.problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
    throw new HttpProblem(400, 'bad-scenario', `The document is no scenario. ${problems.join(' ')}`);
  }
  return fromScenario(parsed.scenario, { document }, language, title);
}

function fromScenario(
  scenario: Scenario,
  origin: NonNullable<NewSession['scenario']>,
  language: Language,
  title: string | undefined,
): NewSession {
  const { messages, ...body } = scenario.request;
  const name = scenario.id ?? 'scenario';
  return {
    title: title ?? inLanguage(scenario.title, language) ?? name,
    scenario: origin,
    config: { body, endpoint: 'scripted', policy: 'correct' },
    messages,
    ...(scenario.limits === undefined ? {} : { limits: scenario.limits }),
    origin: { kind: 'scenario', name },
  };
}

function inLanguage(text: LocalText | undefined, language: Language): string | undefined {
  if (text === undefined || typeof text === 'string') return text;
  return text[language] ?? text['en'] ?? Object.values(text)[0];
}

const TITLE_LENGTH = 60;

/** The first words of the first question. */
function titleOf(messages: readonly { content: unknown }[]): string {
  const content = messages[0]?.content;
  const first = Array.isArray(content) ? content.find((block) => typeof block?.text === 'string')?.text : content;
  const text = typeof first === 'string' ? first.trim().replaceAll(/\s+/g, ' ') : '';
  return text === '' ? 'Untitled' : Array.from(text).slice(0, TITLE_LENGTH).join('');
}
