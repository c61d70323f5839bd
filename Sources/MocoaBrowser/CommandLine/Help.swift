/// The text of `mocoa --help`, made from the table of options.
enum Help {
  static var text: String {
    """
    usage: mocoa [OPTION…] [SOURCE]         open SOURCE
           mocoa watch [-n SECS] -- CMD…    run CMD again and again, and show what it prints
           mocoa diff [--id FIELD] OLD NEW  print what changed between two lists, as JSON
           mocoa modules [URL]              print the registered modules, one URL a line
           mocoa modules --check [FILE…]    check manifests: 0 all are right, 2 something is wrong
           mocoa explain URL                print how URL resolves: 0 resolved, 1 placeholder
           mocoa scaffold SOURCE            print a manifest for the records of SOURCE
           mocoa config --check [FILE]      check the settings: 0 all are right, 2 something is wrong
           mocoa config --path              print where the settings are
           mocoa config --print-default     print settings that change nothing, to begin with

    SOURCE is a file, pipe or device (JSON, NDJSON/JSON Lines, CSV, TSV, also compressed by gzip or
    zstd), a SQLite database, a folder, - for standard input, or a module URL (mocoa://…); without
    one, standard input where something comes from there, else the home screen mocoa://home/. Where
    standard output is no terminal the items are printed as lines of text.

    options
    \(options)

    keys: ? inside the program. Exit status: 0 done, 1 see explain, or diff: different, 2 error,
    128+n ended by signal n.

    """
  }

  private static var options: String {
    Options.table.map { entry in
      let letter = entry.letter.map { "-\($0), " } ?? "    "
      let name = letter + "--" + entry.name + (entry.value.map { " " + $0 } ?? "")
      return "  " + name + String(repeating: " ", count: max(2, 22 - name.count)) + entry.help
    }.joined(separator: "\n")
  }
}
