-- One row per event; the JSON text is the event with long strings cut to a preview.
create table events (
  session_id text not null,
  seq integer not null,
  type text not null,
  json text not null,
  -- JSON list of [path, hash]: where the full text of `payloads` belongs. Null for nearly all events.
  payloads text,
  primary key (session_id, seq)
);

-- The log has no holes, whoever writes it: an append that does not follow the newest event is refused.
create trigger events_follow_each_other
before insert on events
when new.seq <> coalesce((select max(seq) from events where session_id = new.session_id), 0) + 1
begin
  select raise(abort, 'seq-conflict');
end;

-- Full text of long strings, as a JSON string so that lone surrogates and NUL survive; once per session.
create table payloads (
  session_id text not null,
  hash text not null,
  text text not null,
  primary key (session_id, hash)
);

-- What the session list shows, so that it folds nothing.
create table sessions (
  id text primary key,
  updated_at integer not null,
  summary text,
  summary_seq integer not null default 0,
  deleted integer not null default 0
);
