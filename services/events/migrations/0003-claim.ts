import type { Migration } from '@order-hub/shared/migration';

/**
 * `claim_events` leases due events to one worker, in one round trip. It is a function because it needs two statements. The
 * first locks the callbacks, so no two claims decide about one callback at the same time. The second starts only after that,
 * so it sees every lease that earlier claims gave.
 *
 * - `candidates`: the connections to look at; null stands for all of them.
 * - `free`: how many events it may claim. `room_each`: how many events of one callback may be in flight.
 * - Of each resource it takes only the oldest due event, and none while another event of that resource is in flight.
 * - It takes events from the callbacks in turns, so the backlog of one does not delay the events of another.
 * - `due`: how many events of the callback were due: 64 at most, plus those whose lease has ended. When it took fewer, there
 *   is more to claim.
 *
 * An event whose lease has ended is due again. It is found however long the backlog is: later events of its resource may
 * have been due for longer, and must not overtake it. The claim counts the attempt, before anything is sent.
 */
export const claim: Migration = {
  name: '0003-claim',
  up: `
    create function claim_events(
      candidates text[], free integer, room_each integer, lease text, lease_for interval
    ) returns table (connection_id text, callback_id text, event_id text, due bigint)
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
        select cb.connection_id, cb.id, room_each - (
          select count(*) from events f
          where f.callback_id = cb.id and f.lease_id is not null and f.next_attempt_at > now()
        ) as room
        from callbacks cb where cb.id = any (locked)
      ), picked as (
        select s.connection_id, s.id as callback_id, p.id as event_id, p.due
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
        where p.turn <= s.room
        order by p.turn, p.next_attempt_at
        limit free
      )
      update events e
      set lease_id = lease, attempts = e.attempts + 1, next_attempt_at = now() + lease_for
      from picked p
      where e.callback_id = p.callback_id and e.id = p.event_id
      returning p.connection_id, e.callback_id, e.id, p.due;
    end
    $body$;
  `,
  down: 'drop function claim_events;',
};
