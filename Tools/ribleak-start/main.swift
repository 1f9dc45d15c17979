// SPDX-License-Identifier: Apache-2.0

#if !Command
    // A package that depends on this one without the trait Command, and so without the packages that
    // the command needs. They stay out of its graph: the command is built in a graph of its own.
    SeparateCommand().run()
#else
    import RIBCommand

    Ribleak.main()
#endif
