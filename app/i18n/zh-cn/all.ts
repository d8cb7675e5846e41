import type { EnglishMessages } from '../messages.ts';
import type { Translated } from '../translated.ts';
import { commands } from './commands.ts';
import { compare } from './compare.ts';
import { common } from './common.ts';
import { drawer } from './drawer.ts';
import { graph } from './graph.ts';
import { imports } from './import.ts';
import { inspector } from './inspector.ts';
import { lab } from './lab.ts';
import { notify } from './notify.ts';
import { problems } from './problems.ts';
import { rail } from './rail.ts';
import { search } from './search.ts';
import { state } from './state.ts';
import { timeline } from './timeline.ts';

export const zhCN: Translated<EnglishMessages> = {
  commands,
  compare,
  common,
  drawer,
  graph,
  import: imports,
  inspector,
  lab,
  notify,
  problems,
  rail,
  search,
  state,
  timeline,
};
