import type { Migration } from '@order-hub/shared/migration';

/**
 * `claim_fairly` does what `claim_events` does (0003-claim.ts), within concurrency limits. `claim_events` stays for processes
 * of the previous release.
 *
 * - `in_flight_max`: the concurrency limit of a callback, over all processes. It moves with the receiver's answers
 *   (src/pushing/limits/concurrency-limits.ts).
 * - `answers`: whether the last attempt was answered promptly. All other callbacks, including new ones, are slow, and share
 *   `free_slow` of the `free` attempts.
 * - `rooms`: how many more attempts each client, account and host may have. Keys are such as `slow client <id>` and
 *   `quick host <host>`; a key without an id (`slow client`) is for all that have no key of their own.
 *
 * A callback is left out before the ranking when its client, account or host has reached a limit, so it takes the turn of no
 * other callback. Events that are cut because several callbacks share a limit stay due for the next claim.
 */
export const fairClaim: Migration = {
  name: '0005-fair-claim',
  up: `
    alter table callbacks
      add column host text collate "C",
      add column in_flight_max smallint not null default 4,
      add column answers boolean not null default false;
    update callbacks set host = lower(substring(url from '^[A-Za-z]+:[/\\\\]*([^/\\\\?#]+)')) where url is not null;

    create function claim_fairly(
      candidates text[], free integer, free_slow integer, rooms jsonb, lease text, lease_for interval
    ) returns table (
      connection_id text, callback_id text, event_id text, due bigint,
      client_id text, account_id text, host text, in_flight_max smallint, answers boolean
    )
    language plpgsql as $body$
    #variable_conflict use_column
    declare
      locked text[];
    begin
      if candidates is null then
        select array_agg(l.id) into locked from (
          select cb.id from callbacks cb join connections c on c.id = cb.connection_id
          where cb.url is not null and c.status = 'active' and c.client_secret is not null
            and exists (select 1 from events e where e.callback_id = cb.id and e.next_attempt_at <= now())
          for no key update of cb skip locked
        ) l;
      else
        select array_agg(l.id) into locked from (
          select cb.id from callbacks cb join connections c on c.id = cb.connection_id
          where cb.connection_id = any (candidates)
            and cb.url is not null and c.status = 'active' and c.client_secret is not null
          for no key update of cb skip locked
        ) l;
      end if;

      return query
      with served as (
        select cb.connection_id, cb.id, c.client_id, cb.account_id, cb.host, cb.in_flight_max, cb.answers,
          coalesce(rooms ->> (lane || ' client ' || c.client_id), rooms ->> (lane || ' client'))::integer as client_room,
          coalesce(rooms ->> (lane || ' account ' || cb.account_id), rooms ->> (lane || ' account'))::integer as account_room,
          coalesce(rooms ->> (lane || ' host ' || cb.host), rooms ->> (lane || ' host'))::integer as host_room,
          cb.in_flight_max - (
            select count(*) from events f
            where f.callback_id = cb.id and f.lease_id is not null and f.next_attempt_at > now()
          ) as room
        from callbacks cb
        join connections c on c.id = cb.connection_id
        cross join lateral (select case when cb.answers then 'quick' else 'slow' end as lane) l
        where cb.id = any (locked) and (cb.answers or free_slow > 0)
      ), picked as (
        select s.*, p.id as event_id, p.due, p.turn, p.next_attempt_at
        from served s cross join lateral (
          select o.id, o.next_attempt_at, o.due, row_number() over (order by o.next_attempt_at, o.id) as turn
          from (
            select distinct on (d.resource) d.id, d.next_attempt_at, d.due
            from (
              select w.*, count(*) over () as due
              from (
                (
                  select e.id, e.resource, e.next_attempt_at from events e
                  where e.callback_id = s.id and e.next_attempt_at <= now() and e.lease_id is null
                  order by e.next_attempt_at, e.id limit 64
                )
                union all
                select e.id, e.resource, e.next_attempt_at from events e
                where e.callback_id = s.id and e.next_attempt_at <= now() and e.lease_id is not null
              ) w
            ) d
            where not exists (
              select 1 from events f
              where f.callback_id = s.id and f.resource = d.resource
                and f.lease_id is not null and f.next_attempt_at > now()
            )
            order by d.resource, d.id
          ) o
        ) p
        where s.room > 0 and s.client_room > 0 and s.account_room > 0 and s.host_room > 0 and p.turn <= s.room
      ), within_client as (
        select p.*, row_number() over (partition by p.answers, p.client_id order by p.turn, p.next_attempt_at) as place
        from picked p
      ), within_account as (
        select p.*, row_number() over (partition by p.answers, p.account_id order by p.turn, p.next_attempt_at) as in_account
        from within_client p where p.place <= p.client_room
      ), within_host as (
        select p.*, row_number() over (partition by p.answers, p.host order by p.turn, p.next_attempt_at) as in_host
        from within_account p where p.in_account <= p.account_room
      ), within_lane as (
        -- Among the slow ones, those go first that have not failed so often.
        select p.*, row_number() over (
          partition by p.answers order by p.in_flight_max desc, p.turn, p.next_attempt_at
        ) as in_lane
        from within_host p where p.in_host <= p.host_room
      ), chosen as (
        select * from within_lane p where p.answers or p.in_lane <= free_slow
        order by p.turn, p.next_attempt_at limit free
      )
      update events e
      set lease_id = lease, attempts = e.attempts + 1, next_attempt_at = now() + lease_for
      from chosen p
      where e.callback_id = p.id and e.id = p.event_id
      returning p.connection_id, e.callback_id, e.id, p.due,
        p.client_id, p.account_id, p.host, p.in_flight_max, p.answers;
    end
    $body$;
  `,
  down: `
    drop function claim_fairly;
    alter table callbacks drop column host, drop column in_flight_max, drop column answers;
  `,
};
