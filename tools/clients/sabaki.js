// Drives `tengen gtp` with @sabaki/gtp, the library by which Sabaki talks to
// engines: a whole game, positions brought into line, analysis in all
// dialects, commands sent without waiting.
//
//     npm install && node sabaki.js PATH_OF_TENGEN
const assert = require('assert')
const { Controller, ControllerStateTracker } = require('@sabaki/gtp')

const path = process.argv[2] || 'tengen'

/// The content of the answer to a command, which must not be an error.
async function ask(engine, name, ...args) {
  const response = await engine.sendCommand({ name, args })
  assert(!response.error, `${name} ${args.join(' ')}: ${response.content}`)
  return response.content.trim()
}

/// Plays from the empty board to the end, each move with its thoughts.
async function playGame(engine, tracker) {
  await tracker.sync({ boardsize: [9, 9], komi: 7.5, history: [] })
  let passes = 0
  let moves = 0
  let resigned = false
  for (let color = 'B'; passes < 2 && !resigned; color = color === 'B' ? 'W' : 'B') {
    let infos = 0
    let reply = null
    await engine.sendCommand({ name: 'kata-genmove_analyze', args: [color, '5'] }, ({ line }) => {
      if (line.startsWith('info ')) infos += 1
      const match = line.match(/^play (\S+)$/)
      if (match) reply = match[1]
    })
    assert(reply != null, 'a move was played')
    assert(infos > 0, 'the engine told what it thinks')
    resigned = reply === 'resign'
    passes = reply === 'pass' ? passes + 1 : 0
    moves += 1
    assert(moves < 300, 'the game ends')
  }
  assert.strictEqual(tracker.state.history.length, resigned ? moves - 1 : moves)
  const score = await ask(engine, 'final_score')
  return `${moves} moves, ${resigned ? 'resigned' : score}`
}

/// Jumps to positions as somebody does who clicks through a game.
async function syncPositions(engine, tracker) {
  const play = (color, vertex) => ({ name: 'play', args: [color, vertex] })
  const start = [play('B', 'E5'), play('W', 'C3'), play('B', 'G7'), play('W', 'D6')]
  const other = [...start.slice(0, 2), play('B', 'F3')]
  const handicap = [{ name: 'set_free_handicap', args: ['C3', 'G7'] }, play('W', 'E5')]
  for (const [boardsize, history, stones] of [
    [[9, 9], start, 4],
    [[9, 9], start.slice(0, 1), 1],
    [[9, 9], other, 3],
    [[9, 9], handicap, 3],
    [[13, 9], start, 4],
    [[19, 19], [], 0],
  ]) {
    await tracker.sync({ boardsize, komi: 0.5, history })
    assert.deepStrictEqual(tracker.state.history, history)
    const listed = [await ask(engine, 'list_stones', 'b'), await ask(engine, 'list_stones', 'w')]
    assert.strictEqual(listed.join(' ').split(' ').filter(it => it).length, stones)
  }
  return '6 positions'
}

/// Reads an analysis until it has come three times, then ends it.
async function analyze(engine, name) {
  let lines = 0
  let response = null
  await new Promise(resolve => {
    response = engine.sendCommand({ name, args: ['B', '5'] }, ({ line }) => {
      const isData = line.startsWith('info move ') || line.startsWith('{"winrate"')
      if (isData && ++lines === 3) resolve()
    })
  })
  const [ended, after] = await Promise.all([response, engine.sendCommand({ name: 'name', args: [] })])
  assert(!ended.error)
  assert.strictEqual(after.content.trim(), 'Tengen')
  return `${lines} lines`
}

async function main() {
  const engine = new Controller(path, ['gtp', '--playouts', '150', '--seed', '1'])
  const tracker = new ControllerStateTracker(engine)
  engine.start()
  console.log('a game:', await playGame(engine, tracker))
  console.log('sync:', await syncPositions(engine, tracker))
  await tracker.sync({ boardsize: [9, 9], komi: 7.5, history: [] })
  for (const name of ['analyze', 'kata-analyze', 'lz-analyze', 'cgos-analyze']) {
    assert(await tracker.knowsCommand(name))
    console.log(`${name}:`, await analyze(engine, name))
  }
  const names = Array.from({ length: 200 }, () => ask(engine, 'known_command', 'genmove'))
  assert((await Promise.all(names)).every(it => it === 'true'))
  console.log('200 commands at once: answered')
  const wrong = await engine.sendCommand({ name: 'play', args: ['B', 'Z99'] })
  assert(wrong.error)
  await engine.stop(3000)
  console.log('stopped')
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
