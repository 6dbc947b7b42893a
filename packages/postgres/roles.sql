-- Gives each service its own role, which owns the schema of the same name and nothing else. The superuser runs this in the
-- hub's database at every start. A setting per service holds the role's password: hub.orders_password.
-- Objects that an earlier release created as the superuser in a service's schema become the service's.

revoke connect on database postgres, template1 from public;
revoke all on schema public from public;

do $$
declare
  service text;
  owned record;
begin
  execute format('revoke all on database %I from public', current_database());
  foreach service in array array['auth', 'orders', 'catalog', 'customers', 'events'] loop
    if not exists (select from pg_roles where rolname = service) then
      execute format('create role %I', service);
    end if;
    execute format(
      'alter role %I login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password %L',
      service, current_setting(format('hub.%s_password', service)));
    execute format('grant connect on database %I to %I', current_database(), service);
    execute format('create schema if not exists %I', service);
    execute format('alter schema %I owner to %I', service, service);

    for owned in
      -- Indexes and sequences of columns follow their tables.
      select format('table %s', oid::regclass) as name
      from pg_class
      where relnamespace = service::regnamespace and relowner <> service::regrole and relkind in ('r', 'p', 'v', 'm')
      union all
      select format('routine %s', oid::regprocedure)
      from pg_proc
      where pronamespace = service::regnamespace and proowner <> service::regrole
    loop
      execute format('alter %s owner to %I', owned.name, service);
    end loop;
  end loop;
end
$$;
